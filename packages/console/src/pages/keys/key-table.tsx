import { RefreshCw, Trash2 } from 'lucide-react'
import type { OwnKey } from '../../api/keys.ts'
import { keyState } from '../../domain/key-state.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { IconButton } from '../../parts/button.tsx'
import { KeyBadge } from '../../parts/keys/key-badge.tsx'
import table from '../../parts/table.module.css'
import { Time } from '../../parts/time.tsx'
import { KeyUse } from './key-use.tsx'
import styles from './keys.module.css'

type KeyTableProps = {
  keys: readonly OwnKey[]
  canRotate: boolean
  onRotate(key: OwnKey): void
  onRevoke(key: OwnKey): void
}

/** The own keys, newest first. On a phone: what it is, how it is, and what can be done. */
export function KeyTable(props: KeyTableProps) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className="hidden-text">My keys</caption>
        <thead>
          <tr>
            <th className={styles.name}>Name</th>
            <th className={join(table.wide, styles.roles)}>Roles</th>
            <th className={join(table.wide, styles.created)}>Created</th>
            <th className={join(table.medium, styles.day)}>Expires</th>
            <th className={join(table.wide, styles.use)}>30 days</th>
            <th className={join(table.medium, styles.day)}>Last used</th>
            <th className={styles.state}>State</th>
            <th className={styles.actions}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.keys.map(key => (
            <KeyRow key={key._id} {...props} apiKey={key} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

function KeyRow({ apiKey, canRotate, onRotate, onRevoke }: Omit<KeyTableProps, 'keys'> & { apiKey: OwnKey }) {
  const { name, hint, roles, createdAt, expiresAt, lastUsedAt, previousUntil } = apiKey
  const isExpired = keyState(expiresAt.$date, Date.now()) === 'expired'
  return (
    <tr>
      <td>
        <span className={table.name} title={name}>
          {name}
        </span>
        <span className={join(table.under, 'figures')}>slk_…{hint}</span>
      </td>
      <td className={table.wide}>
        <RoleTags roles={roles} />
      </td>
      <td className={join(table.wide, 'quiet')}>
        <Time at={createdAt.$date} form="day" />
      </td>
      <td className={table.medium}>
        <Time at={expiresAt.$date} form="day" />
        <span className={table.under}>{isExpired ? 'ended' : <Time at={expiresAt.$date} form="relative" />}</span>
      </td>
      <td className={table.wide}>
        <KeyUse apiKey={apiKey} />
      </td>
      <td className={table.medium}>
        {lastUsedAt ? <Time at={lastUsedAt.$date} form="relative" /> : <span className="quiet">never</span>}
      </td>
      <td>
        <KeyBadge expiresAt={expiresAt.$date} previousUntil={previousUntil?.$date} />
      </td>
      <td>
        <div className={table.actions}>
          {canRotate && !isExpired && (
            <IconButton icon={RefreshCw} name={`Rotate ${name}`} onClick={() => onRotate(apiKey)} />
          )}
          <IconButton icon={Trash2} name={`Revoke ${name}`} onClick={() => onRevoke(apiKey)} />
        </div>
      </td>
    </tr>
  )
}
