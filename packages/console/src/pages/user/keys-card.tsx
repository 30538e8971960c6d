import type { OwnKey } from '../../api/keys.ts'
import { keyState } from '../../domain/key-state.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { Card } from '../../parts/card.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { useKeysOf } from '../users/use-users.ts'
import styles from './user.module.css'

/** The keys of a user, newest first, for whoever may see the keys of others. */
export function KeysCard({ user }: { user: string }) {
  const keys = useKeysOf(user)
  return (
    <Card title="Keys" isFull={Boolean(keys.data?.keys.length)}>
      {keys.isPending && <TableSkeleton what="the keys" />}
      {keys.isError && <ProblemPanel error={keys.error} what="keys of others" onRetry={() => void keys.refetch()} />}
      {keys.data?.total === 0 && <p className="small quiet">This user has no keys.</p>}
      <ul className={styles.keys}>
        {keys.data?.keys.map(key => (
          <KeyLine key={key._id} apiKey={key} />
        ))}
      </ul>
      {keys.data && keys.data.total > keys.data.keys.length && (
        <p className={styles.more}>
          The newest {keys.data.keys.length} of {keys.data.total.toLocaleString()} are shown.
        </p>
      )}
    </Card>
  )
}

function KeyLine({ apiKey: { name, hint, roles, expiresAt, lastUsedAt } }: { apiKey: OwnKey }) {
  const isExpired = keyState(expiresAt.$date, Date.now()) === 'expired'
  return (
    <li>
      <span className={styles.keyName}>
        <b>{name}</b> <span className="figures quiet">slk_…{hint}</span>
      </span>
      <RoleTags roles={roles} />
      <span className="small quiet">
        {isExpired ? 'ended' : 'ends'} <Time at={expiresAt.$date} form="relative" />, used{' '}
        {lastUsedAt ? <Time at={lastUsedAt.$date} form="relative" /> : 'never'}
      </span>
    </li>
  )
}
