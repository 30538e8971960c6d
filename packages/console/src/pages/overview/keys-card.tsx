import { Link } from '@tanstack/react-router'
import type { ListedKey } from '../../api/admin/all-keys.ts'
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
      actions={
        total > 0 && (
          <Link to="/admin/keys" search={{ expiresWithinDays: ENDING_DAYS, state: 'active', sort: 'expiresAt' }}>
            {`${total.toLocaleString()} in ${ENDING_DAYS} days`}
          </Link>
        )
      }
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
          {({ keys }) =>
            keys.length === 0 ? (
              <p className={styles.none}>No key ends within {ENDING_DAYS} days.</p>
            ) : (
              <ul className={styles.rows}>
                {keys.map(key => (
                  <EndingKey key={key._id} ending={key} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

/** A key that ends soon. What a permission hides of it is missing. */
const EndingKey = ({ ending: { _id, name, user, expiresAt } }: { ending: ListedKey }) => (
  <li>
    <div className={styles.words}>
      <Link to="/admin/keys" search={{ key: _id }} className={styles.name}>
        {name ?? _id}
      </Link>
      <span className={styles.under}>{user}</span>
    </div>
    {expiresAt && (
      <span className={expiresAt.$date - Date.now() < SOON_MS ? styles.soon : 'quiet'}>
        <Time at={expiresAt.$date} form="relative" />
      </span>
    )}
  </li>
)
