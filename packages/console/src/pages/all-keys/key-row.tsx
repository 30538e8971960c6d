import { Link } from '@tanstack/react-router'
import { ScrollText, Trash2 } from 'lucide-react'
import type { ListedKey } from '../../api/admin/all-keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import type { KeysSearch } from '../../domain/admin/key-search.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { IconButton, iconClass } from '../../parts/button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { KeyBadge } from '../../parts/keys/key-badge.tsx'
import { RowBox } from '../../parts/list/row-box.tsx'
import table from '../../parts/table.module.css'
import { Time } from '../../parts/time.tsx'
import styles from './all-keys.module.css'

type KeyRowProps = {
  apiKey: ListedKey
  search: KeysSearch
  hidesUse: boolean
  isChosen: boolean
  /** Undefined where one may revoke none. */
  onChoose: ((isChosen: boolean) => void) | undefined
  onRevoke(): void
}

/** The name of a key, as far as one may see it. */
export const keyName = ({ name, hint, _id }: ListedKey): string => name ?? (hint ? `slk_…${hint}` : _id)

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')
const unknown = <span className="quiet">not known</span>

/** A key: its name leads to its use, its holder to his other keys, an icon to its audit. */
export function KeyRow({ apiKey, search, hidesUse, isChosen, onChoose, onRevoke }: KeyRowProps) {
  const { _id, roles, expiresAt, lastUsedAt, previousUntil } = apiKey
  const name = keyName(apiKey)
  return (
    <tr data-row>
      {onChoose && (
        <td className={table.medium}>
          <RowBox name={`Choose ${name}`} isChosen={isChosen} onChange={onChoose} isRow />
        </td>
      )}
      <td className={styles.nameCell}>
        <Link to="/admin/keys" search={{ ...search, key: _id }} className={table.name} title={name}>
          <bdi>{name}</bdi>
        </Link>
        <UnderName apiKey={apiKey} />
      </td>
      <td className={table.medium}>
        <Holder user={apiKey.user} />
      </td>
      <td className={table.wide}>{roles ? <RoleTags roles={roles} /> : unknown}</td>
      <td className={table.wide}>{expiresAt ? <Time at={expiresAt.$date} form="day" /> : unknown}</td>
      <td className={table.medium}>
        <LastUse at={lastUsedAt?.$date} isHidden={hidesUse} />
      </td>
      <td>{expiresAt ? <KeyBadge expiresAt={expiresAt.$date} previousUntil={previousUntil?.$date} /> : unknown}</td>
      <td className={table.medium}>
        <KeyActions id={_id} name={name} onRevoke={onChoose && onRevoke} />
      </td>
    </tr>
  )
}

/** The end of its secret, and on a phone its holder. */
const UnderName = ({ apiKey: { hint, user } }: { apiKey: ListedKey }) => (
  <span className={join(table.under, 'figures')}>
    {hint && `slk_…${hint}`}
    {user !== undefined && (
      <span className={styles.underHolder}>
        {' '}
        of <bdi>{user}</bdi>
      </span>
    )}
  </span>
)

function Holder({ user }: { user: string | undefined }) {
  if (user === undefined) return unknown
  return (
    <Link to="/admin/keys" search={{ user }} className={styles.holderName} title={`Keys of ${user}`}>
      <bdi>{user}</bdi>
    </Link>
  )
}

export function LastUse({ at, isHidden }: { at: number | undefined; isHidden: boolean }) {
  if (at !== undefined) return <Time at={at} form="relative" />
  return isHidden ? unknown : <span className="quiet">never</span>
}

type KeyActionsProps = { id: string; name: string; onRevoke: (() => void) | undefined }

function KeyActions({ id, name, onRevoke }: KeyActionsProps) {
  const may = useLeaves()
  return (
    <div className={table.actions}>
      {may('seeAudit') && (
        <Link
          to="/admin/audit"
          search={{ key: id }}
          className={iconClass}
          aria-label={`Audit of ${name}`}
          title={`Audit of ${name}`}
        >
          <ScrollText {...BESIDE_WORDS} />
        </Link>
      )}
      {onRevoke && <IconButton icon={Trash2} name={`Revoke ${name}`} data-key="Delete" onClick={onRevoke} />}
    </div>
  )
}
