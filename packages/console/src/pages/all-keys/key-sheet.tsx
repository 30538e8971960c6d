import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ListedKey } from '../../api/admin/all-keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { exactTime } from '../../domain/times.ts'
import { problemOf } from '../../http/problem.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { KeyDays } from '../../parts/keys/key-days.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import styles from './all-keys.module.css'
import { keyName, LastUse } from './key-row.tsx'
import { useKeyDays, useOneKey } from './use-all-keys.ts'

type KeySheetProps = {
  id: string
  /** The key where the list has it. */
  listed: ListedKey | undefined
  hidesUse: boolean
  onRevoke(key: ListedKey): void
  onClose(): void
}

/** One key: what it is, its use by day, and the ways to what belongs to it. */
export function KeySheet({ id, listed, hidesUse, onRevoke, onClose }: KeySheetProps) {
  const may = useLeaves()
  const close = useRef<HTMLButtonElement>(null)
  const found = useOneKey(id, listed)
  const key = listed ?? found.data
  return (
    <Dialog
      title={key ? `Key “${keyName(key)}”` : 'Key'}
      initialFocus={close}
      onClose={onClose}
      actions={
        <>
          {key && may('revokeAnyKey') && (
            <Button look="danger" onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          )}
          <Button ref={close} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {key ? <Facts apiKey={key} hidesUse={hidesUse} /> : <NotListed found={found} />}
      <Use id={id} />
      <Ways id={id} user={key?.user} />
    </Dialog>
  )
}

/** Why nothing is told of it. */
function NotListed({ found }: { found: ReturnType<typeof useOneKey> }) {
  if (found.isPending) return <TableSkeleton what="the key" />
  if (found.isError && problemOf(found.error).status !== GONE) {
    return <ProblemPanel error={found.error} what="this key" onRetry={() => void found.refetch()} />
  }
  return <p className="quiet">It is gone, or not yours to see. What was done with it stands in the audit.</p>
}

function Ways({ id, user }: { id: string; user: string | undefined }) {
  const may = useLeaves()
  return (
    <nav className={styles.ways} aria-label="What belongs to this key">
      {user !== undefined && (
        <Link to="/admin/keys" search={{ user }}>
          Other keys of <bdi>{user}</bdi>
        </Link>
      )}
      {may('seeAudit') && (
        <Link to="/admin/audit" search={{ key: id }}>
          Audit of this key
        </Link>
      )}
    </nav>
  )
}

function Facts({ apiKey, hidesUse }: { apiKey: ListedKey; hidesUse: boolean }) {
  const { user, hint, roles, createdAt, expiresAt, lastUsedAt, previousUntil } = apiKey
  return (
    <dl className={styles.facts}>
      <dt>Holder</dt>
      <dd>
        <HolderPage user={user} />
      </dd>
      <dt>Secret</dt>
      <dd className="figures">{hint ? `slk_…${hint}` : UNKNOWN}</dd>
      <dt>Roles</dt>
      <dd>{roles ? <RoleTags roles={roles} /> : UNKNOWN}</dd>
      <dt>Created</dt>
      <dd>{instant(createdAt)}</dd>
      <dt>Works until</dt>
      <dd>{instant(expiresAt)}</dd>
      {previousUntil && <dt>Old secret until</dt>}
      {previousUntil && <dd>{instant(previousUntil)}</dd>}
      <dt>Last used</dt>
      <dd>
        <LastUse at={lastUsedAt?.$date} isHidden={hidesUse} />
      </dd>
    </dl>
  )
}

const UNKNOWN = 'not known'
const instant = (at: { $date: number } | undefined): string => (at ? exactTime(at.$date) : UNKNOWN)

function HolderPage({ user }: { user: string | undefined }) {
  const may = useLeaves()
  if (user === undefined) return UNKNOWN
  if (!may('seeUsers')) return <bdi>{user}</bdi>
  return (
    <Link to="/users/one" search={{ user }}>
      <bdi>{user}</bdi>
    </Link>
  )
}

const HIDDEN = 403
const GONE = 404

/** The use by day; where it is not known, the rest of the sheet stays. */
function Use({ id }: { id: string }) {
  const days = useKeyDays(id)
  return (
    <section className={styles.part}>
      <h3>Use by day</h3>
      {days.isPending && <TableSkeleton what="the use" />}
      {days.isError && <UseFault error={days.error} onRetry={() => void days.refetch()} />}
      {days.data && <KeyDays days={days.data} />}
    </section>
  )
}

function UseFault({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { status, detail } = problemOf(error)
  if (status !== HIDDEN && status !== GONE) return <ProblemPanel error={error} what="the use" onRetry={onRetry} />
  return <p className="small quiet">The use of this key is not known. {detail}</p>
}
