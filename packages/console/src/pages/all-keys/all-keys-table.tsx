import { useState } from 'react'
import { KEYS_PER_PAGE, type ListedKey } from '../../api/admin/all-keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import type { KeysSearch } from '../../domain/admin/key-search.ts'
import { Pager } from '../../parts/list/pager.tsx'
import { RowBox } from '../../parts/list/row-box.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import styles from './all-keys.module.css'
import { KeyRow } from './key-row.tsx'
import { KeysDock } from './keys-dock.tsx'
import type { WantedRevocation } from './revocation-dialogs.tsx'

type AllKeysTableProps = {
  keys: readonly ListedKey[]
  total: number
  search: KeysSearch
  /** One may not see when keys were used. */
  hidesUse: boolean
  onChange(search: KeysSearch): void
  onRevoke(wanted: WantedRevocation): void
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** Keys of all users. On a phone: what it is and whose, and how it is; the rest stands in its sheet. */
export function AllKeysTable({ keys, total, search, hidesUse, onChange, onRevoke }: AllKeysTableProps) {
  const may = useLeaves()
  const canRevoke = may('revokeAnyKey')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const body = useRows<HTMLTableSectionElement>(canRevoke ? ['x', 'Delete'] : [])
  const chosen = keys.filter(({ _id }) => marked.has(_id))
  const mark = (id: string, isChosen: boolean) =>
    setMarked(before => new Set(isChosen ? [...before, id] : [...before].filter(each => each !== id)))
  const markAll = (isChosen: boolean) => setMarked(new Set(isChosen ? keys.map(({ _id }) => _id) : []))
  return (
    <div className={table.wrap}>
      <KeysDock search={search} total={total} chosen={chosen} onRevoke={onRevoke} />
      <table className={table.table}>
        <caption className="hidden-text">All keys</caption>
        <thead>
          <tr>
            {canRevoke && (
              <th className={join(table.medium, styles.box)}>
                <RowBox
                  name="Choose all keys of this page"
                  isChosen={chosen.length === keys.length}
                  onChange={markAll}
                />
              </th>
            )}
            <th className={join(styles.name, styles.nameCell)}>Name</th>
            <th className={join(table.medium, styles.holder)}>Holder</th>
            <th className={join(table.wide, styles.roles)}>Roles</th>
            <th className={join(table.wide, styles.day)}>Ends</th>
            <th className={join(table.medium, styles.used)}>Last used</th>
            <th className={styles.state}>State</th>
            <th className={join(table.medium, styles.actions)}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {keys.map(key => (
            <KeyRow
              key={key._id}
              apiKey={key}
              search={search}
              hidesUse={hidesUse}
              isChosen={marked.has(key._id)}
              onChoose={canRevoke ? isChosen => mark(key._id, isChosen) : undefined}
              onRevoke={() => onRevoke({ kind: 'one', key })}
            />
          ))}
        </tbody>
      </table>
      <Pager
        page={search.page ?? 1}
        pageSize={KEYS_PER_PAGE}
        total={total}
        onPage={page => onChange({ ...search, page })}
      />
    </div>
  )
}
