import { Link } from '@tanstack/react-router'
import type { Hook } from '../../api/webhooks.ts'
import { healthWords, shownHealth } from '../../domain/webhooks/health-words.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { HealthBadge } from '../../parts/webhook/health-badge.tsx'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

/** The webhooks that somebody should look at; where there are none, the newest ones. */
export function WebhooksCard({ overview }: { overview: Overview }) {
  const { failing, heldBack, selfDisabled, broad, newest } = overview
  const { data: off = [] } = selfDisabled
  const toLookAt = [...off, ...[failing, heldBack, broad].flatMap(({ data }) => data?.value ?? [])]
  const total = newest.data?.total ?? 0
  return (
    <Card
      title={toLookAt.length > 0 ? 'Webhooks to look at' : 'Newest webhooks'}
      isFull
      actions={<Link to="/webhooks">{total > 0 ? `All ${total.toLocaleString()}` : 'Webhooks'}</Link>}
    >
      <div className={styles.rowsPlace}>
        {toLookAt.length > 0 ? (
          <HookRows hooks={toLookAt} />
        ) : (
          <Loaded query={failing} what="the webhooks">
            {() => (
              <Loaded query={newest} what="the webhooks">
                {({ value }) =>
                  value.length === 0 ? <p className={styles.none}>No webhook yet.</p> : <HookRows hooks={value} />
                }
              </Loaded>
            )}
          </Loaded>
        )}
      </div>
    </Card>
  )
}

const HookRows = ({ hooks }: { hooks: readonly Hook[] }) => (
  <ul className={styles.rows}>
    {hooks.map(hook => (
      <HookRow key={hook._id} hook={hook} />
    ))}
  </ul>
)

function HookRow({ hook }: { hook: Hook }) {
  const { _id, name, health } = hook
  const shown = shownHealth(hook)
  return (
    <li>
      <div className={styles.words}>
        <Link to="/webhooks/one" search={{ id: _id, tab: 'logs' }} className={styles.name}>
          {name}
        </Link>
        {shown && <span className={styles.under}>{healthWords(shown, Date.now())}</span>}
      </div>
      {shown && health && (
        <Link to="/webhooks" search={{ state: health.state }} aria-label={`Webhooks that are ${health.state}`}>
          <HealthBadge state={shown.state} />
        </Link>
      )}
    </li>
  )
}
