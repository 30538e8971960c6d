import { Link } from '@tanstack/react-router'
import { Copy, List, Pencil, Play, Trash2 } from 'lucide-react'
import { useLeaves } from '../../api/use-leaves.ts'
import type { Hook } from '../../api/webhooks.ts'
import { HOOKS_PER_PAGE } from '../../api/webhooks.ts'
import { healthWords, type ShownState, shownHealth } from '../../domain/webhooks/health-words.ts'
import { hookWords } from '../../domain/webhooks/hook-words.ts'
import type { LogSearch } from '../../domain/webhooks/log-search.ts'
import { IconButton, iconClass } from '../../parts/button.tsx'
import { ConditionText } from '../../parts/condition/condition-text.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { Pager } from '../../parts/list/pager.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import { MenuButton } from '../../parts/menu-button.tsx'
import { SparkLine } from '../../parts/spark-line.tsx'
import table from '../../parts/table.module.css'
import { Time } from '../../parts/time.tsx'
import { HealthBadge } from '../../parts/webhook/health-badge.tsx'
import { useRowWays } from './use-row-ways.ts'
import { useHourlyCounts, useSwitch } from './use-webhooks.ts'
import styles from './webhooks.module.css'

type RowActions = { onTest(hook: Hook): void; onDelete(hook: Hook): void }
type WebhookTableProps = RowActions & {
  hooks: readonly Hook[]
  page: number
  total: number
  onPage(page: number): void
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** The webhooks, newest first. On a phone: what it is, how it is, and its switch. */
export function WebhookTable({ hooks, page, total, onPage, ...actions }: WebhookTableProps) {
  const body = useRows<HTMLTableSectionElement>(['e', 't', 'l'])
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className="hidden-text">Webhooks</caption>
        <thead>
          <tr>
            <th className={styles.switch}>
              <span className="hidden-text">Enabled</span>
            </th>
            <th>
              Name<span className={table.medium}> and condition</span>
            </th>
            <th className={join(table.medium, styles.type)}>Type</th>
            <th className={styles.health}>Health</th>
            <th className={join(table.wide, styles.spark)}>24 hours</th>
            <th className={join(table.medium, styles.last)}>Last</th>
            <th className={styles.actions}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {hooks.map(hook => (
            <WebhookRow key={hook._id} hook={hook} {...actions} />
          ))}
        </tbody>
      </table>
      <Pager page={page} pageSize={HOOKS_PER_PAGE} total={total} onPage={onPage} />
    </div>
  )
}

function WebhookRow({ hook, onTest, onDelete }: RowActions & { hook: Hook }) {
  const may = useLeaves()
  const flip = useSwitch()
  const { _id: id, name, condition, enabled, type } = hook
  return (
    <tr data-row>
      <td className={styles.switch}>
        <Toggle
          label={`${name} enabled`}
          isBare
          isOn={enabled}
          disabled={!may('makeWebhooks')}
          onChange={isOn => flip(hook, isOn)}
        />
      </td>
      <td>
        <Link to="/webhooks/one" search={{ id }} className={table.name} title={name}>
          {name}
        </Link>
        <span className={join(table.under, table.medium, styles.condition)} title={condition}>
          <ConditionText condition={condition} />
        </span>
        <OwnWords hook={hook} />
      </td>
      <td className={join(table.medium, 'quiet')}>{type === 'http' ? 'HTTP' : 'Email'}</td>
      <td>
        <Health hook={hook} />
      </td>
      <td className={table.wide}>
        <DayOfHook hook={hook} />
      </td>
      <td className={join(table.medium, styles.last)}>
        <LastDelivery hook={hook} />
      </td>
      <td>
        <div className={table.actions}>
          <RowButtons hook={hook} onTest={onTest} onDelete={onDelete} />
        </div>
      </td>
    </tr>
  )
}

function OwnWords({ hook }: { hook: Hook }) {
  const words = hookWords(hook)
  return words ? (
    <span className={join(table.under, table.medium)} title={words}>
      {words}
    </span>
  ) : null
}

/** The entries of the log that explain a state. */
function entriesOf(state: ShownState, { autoDisabled }: Hook): { says: string; search: LogSearch } | undefined {
  if (state === 'failing') return { says: 'Failures of', search: { status: 'failed' } }
  if (state !== 'auto-disabled' || !autoDisabled) return undefined
  return { says: 'Missed by', search: { status: 'skipped', from: autoDisabled.at.$date } }
}

function Health({ hook }: { hook: Hook }) {
  const health = shownHealth(hook)
  if (!health) return <span className="quiet">not known</span>
  const entries = entriesOf(health.state, hook)
  return (
    <>
      {entries ? (
        <Link
          to="/webhooks/one"
          search={{ id: hook._id, tab: 'logs', ...entries.search }}
          title={`${entries.says} ${hook.name}`}
        >
          <HealthBadge state={health.state} />
        </Link>
      ) : (
        <HealthBadge state={health.state} />
      )}
      <span className={table.under}>{healthWords(health, Date.now())}</span>
    </>
  )
}

function DayOfHook({ hook: { _id, name } }: { hook: Hook }) {
  const { data } = useHourlyCounts(_id)
  if (!data) return <div className={styles.sparkPlace} />
  const bars = data.buckets.map(({ success, failed }) => ({ up: success, down: failed }))
  const [up, down] = [bars.reduce((sum, bar) => sum + bar.up, 0), bars.reduce((sum, bar) => sum + bar.down, 0)]
  return <SparkLine says={`${name}: ${up} delivered and ${down} failed in 24 hours`} bars={bars} />
}

function LastDelivery({ hook: { health } }: { hook: Hook }) {
  if (!health?.lastAt) return <span className="quiet">never</span>
  return (
    <>
      <Time at={health.lastAt.$date} form="relative" />
      <span className={join(table.under, 'figures')}>{health.lastStatusCode ?? 'no answer'}</span>
    </>
  )
}

function RowButtons({ hook, onTest, onDelete }: RowActions & { hook: Hook }) {
  const may = useLeaves()
  const { goTo } = useRowWays(hook)
  const { _id: id, name } = hook
  const change = [
    { label: 'Edit', icon: Pencil, run: goTo.edit },
    { label: 'Duplicate', icon: Copy, run: goTo.duplicate },
    { label: 'Delete', icon: Trash2, isDanger: true, run: () => onDelete(hook) },
  ]
  return (
    <>
      <Link
        to="/webhooks/one"
        search={{ id, tab: 'logs' }}
        className={join(iconClass, table.medium)}
        aria-label={`Logs of ${name}`}
        title={`Logs of ${name}`}
        data-key="l"
      >
        <List {...BESIDE_WORDS} />
      </Link>
      {may('makeWebhooks') && (
        <>
          <IconButton
            icon={Play}
            className={table.medium}
            name={`Test ${name}`}
            data-key="t"
            onClick={() => onTest(hook)}
          />
          <button type="button" hidden data-key="e" tabIndex={-1} aria-hidden="true" onClick={goTo.edit} />
          <MenuButton name={`More about ${name}`} entries={change} />
        </>
      )}
    </>
  )
}
