import { Link } from '@tanstack/react-router'
import { countOf } from '../../domain/overview/overview-words.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { Time } from '../../parts/time.tsx'
import styles from './overview.module.css'
import { ENDING_DAYS, type Overview } from './use-overview.ts'

const SOON_MS = 2 * 86_400_000

/** The keys that end soon, whosever they are; and one's own. */
export function KeysCard({ overview: { endingKeys, ownKeys } }: { overview: Overview }) {
  const total = endingKeys.data?.total ?? 0
  return (
    <Card
      title="Keys ending soon"
      isFull
      actions={total > 0 && <span className="small quiet">{`${total.toLocaleString()} in ${ENDING_DAYS} days`}</span>}
      foot={
        ownKeys.data && (
          <Link to="/keys">
            {ownKeys.data.length === 0
              ? 'You have no key of your own'
              : `${countOf(ownKeys.data.length, 'key')} of your own`}
          </Link>
        )
      }
    >
      <div className={styles.rowsPlace}>
        <Loaded query={endingKeys} what="the keys">
          {({ value }) =>
            value.length === 0 ? (
              <p className={styles.none}>No key ends within {ENDING_DAYS} days.</p>
            ) : (
              <ul className={styles.rows}>
                {value.map(({ _id, name, user, expiresAt }) => (
                  <li key={_id}>
                    <div className={styles.words}>
                      <Link to="/users/one" search={{ user }} className={styles.name}>
                        {name}
                      </Link>
                      <span className={styles.under}>{user}</span>
                    </div>
                    <span className={expiresAt.$date - Date.now() < SOON_MS ? styles.soon : 'quiet'}>
                      <Time at={expiresAt.$date} form="relative" />
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}
