import { Link } from '@tanstack/react-router'
import type { ListedKey } from '../../api/admin/all-keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { keyState } from '../../domain/key-state.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { buttonClass } from '../../parts/button.tsx'
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
    <Card
      title="Keys"
      isFull={Boolean(keys.data?.keys.length)}
      actions={<Ways user={user} hasKeys={Boolean(keys.data?.total)} />}
    >
      {keys.isPending && <TableSkeleton what="the keys" />}
      {keys.isError && <ProblemPanel error={keys.error} what="keys of others" onRetry={() => void keys.refetch()} />}
      {keys.data?.total === 0 && <p className="small quiet">This user has no keys.</p>}
      <ul className={styles.keys}>
        {keys.data?.keys.map(key => (
          <KeyLine key={key._id} apiKey={key} user={user} />
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

function Ways({ user, hasKeys }: { user: string; hasKeys: boolean }) {
  const may = useLeaves()
  return (
    <>
      {hasKeys && (
        <Link to="/admin/keys" search={{ user }} className={buttonClass()}>
          All of them
        </Link>
      )}
      {may('seeAudit') && (
        <Link to="/admin/audit" search={{ user }} className={buttonClass()}>
          Audit
        </Link>
      )}
    </>
  )
}

function KeyLine({ apiKey, user }: { apiKey: ListedKey; user: string }) {
  const { _id, name = _id, hint, roles = [], expiresAt, lastUsedAt } = apiKey
  return (
    <li>
      <span className={styles.keyName}>
        <Link to="/admin/keys" search={{ user, key: _id }}>
          <bdi>{name}</bdi>
        </Link>{' '}
        {hint && <span className="figures quiet">slk_…{hint}</span>}
      </span>
      <RoleTags roles={roles} />
      <span className="small quiet">
        {expiresAt && <End at={expiresAt.$date} />} used{' '}
        {lastUsedAt ? <Time at={lastUsedAt.$date} form="relative" /> : 'never'}
      </span>
    </li>
  )
}

const End = ({ at }: { at: number }) => (
  <>
    {keyState(at, Date.now()) === 'expired' ? 'ended' : 'ends'} <Time at={at} form="relative" />,
  </>
)
