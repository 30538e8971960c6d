import { Download, RefreshCw } from 'lucide-react'
import type { AuditLine } from '../../api/admin/audit.ts'
import { auditCsv } from '../../domain/admin/audit-csv.ts'
import type { AuditChange } from '../../domain/admin/audit-search.ts'
import { cutRefusals, REFUSALS_AN_HOUR } from '../../domain/admin/refusal-bounds.ts'
import { Button } from '../../parts/button.tsx'
import { saveFile } from '../../parts/export/save-file.ts'
import list from '../../parts/list/list.module.css'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import { usePageKeys } from '../../state/page-keys.ts'
import styles from './audit.module.css'
import { AuditRow } from './audit-row.tsx'
import { MOST_LINES } from './use-audit.ts'

type AuditTableProps = {
  lines: readonly AuditLine[]
  hasMore: boolean
  /** There are older ones than are held here. */
  isCut: boolean
  isFetchingMore: boolean
  onMore(): void
  onRefresh(): void
  onChange(change: AuditChange): void
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** Lines of the audit trail, newest first. On a phone: when, what and by whom. */
export function AuditTable(props: AuditTableProps) {
  const { lines, onRefresh } = props
  const body = useRows<HTMLTableSectionElement>()
  usePageKeys({ R: onRefresh })
  return (
    <div className={table.wrap}>
      <div className={list.dock}>
        <span className={list.says} role="status">
          {saysShown(props)}
        </span>
        <Button icon={RefreshCw} onClick={onRefresh}>
          Refresh
        </Button>
        <Button icon={Download} onClick={() => saveLines(lines)}>
          Save as CSV
        </Button>
      </div>
      <CutNote lines={lines} />
      <table className={join(table.table, styles.lines)}>
        <caption className="hidden-text">Lines of the audit trail</caption>
        <thead>
          <tr>
            <th className={styles.time}>Time</th>
            <th>What</th>
            <th className={join(table.medium, styles.who)}>By</th>
            <th className={join(table.wide, styles.address)}>From</th>
            <th className={join(table.medium, styles.changed)}>What was changed</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {lines.map(line => (
            <AuditRow key={line._id} line={line} />
          ))}
        </tbody>
      </table>
      <Foot {...props} />
    </div>
  )
}

function saysShown({ lines, hasMore, isCut }: AuditTableProps): string {
  const shown = `${lines.length.toLocaleString()} ${lines.length === 1 ? 'line' : 'lines'}, newest first.`
  return hasMore || isCut ? `${shown} There are older ones.` : shown
}

const saveLines = (lines: readonly AuditLine[]) =>
  saveFile(`audit-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv', auditCsv(lines))

/** Refusals come as often as somebody likes, so not all are kept: said where some may be missing. */
function CutNote({ lines }: { lines: readonly AuditLine[] }) {
  if (!lines.some(({ action }) => action.endsWith('.refused'))) return null
  const cut = cutRefusals(lines)
  return (
    <p className={styles.note}>
      Of refusals no more than {REFUSALS_AN_HOUR} an hour of one user or network are kept.
      {cut.map(({ of, name }) => (
        <span key={`${of} ${name}`}>
          {' '}
          <b>
            As many are here of {of === 'user' ? 'the user' : 'the address'} <bdi>{name}</bdi>: there may have been
            more.
          </b>
        </span>
      ))}
    </p>
  )
}

function Foot({ lines, hasMore, isCut, isFetchingMore, onMore, onChange }: AuditTableProps) {
  const oldest = lines.at(-1)?.at.$date
  if (hasMore) {
    return (
      <div className={list.foot}>
        <Button isBusy={isFetchingMore} onClick={onMore}>
          Older lines
        </Button>
      </div>
    )
  }
  if (!isCut || oldest === undefined) return null
  return (
    <div className={list.foot}>
      <span>{MOST_LINES.toLocaleString()} lines are shown at most.</span>
      {/* The bound itself is not shown: one more millisecond keeps what happened within that of the last one. */}
      <Button onClick={() => onChange({ to: oldest + 1 })}>Go on from the oldest one</Button>
    </div>
  )
}
