import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { PERMISSIONS_A_PAGE } from '../../api/permissions.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { idText, nameOfId } from '../../domain/permissions/permission-id.ts'
import { requestWords } from '../../domain/permissions/request-words.ts'
import {
  type AclDocument,
  ruleWords,
  type ShownPermission,
  shownPermission,
} from '../../domain/permissions/shown-permission.ts'
import { Badge, RoleTags } from '../../parts/badge.tsx'
import { ConditionText } from '../../parts/condition/condition-text.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import { MenuButton } from '../../parts/menu-button.tsx'
import table from '../../parts/table.module.css'
import styles from './permissions.module.css'
import { useIgnored } from './use-permissions.ts'

type PermissionRowActions = { onDelete(permission: AclDocument): void }
type PermissionTableProps = PermissionRowActions & {
  permissions: readonly AclDocument[]
  page: number
  total: number
  onPage(page: number): void
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** The permissions in the order in which they are judged. On a phone: what each is called, and what it lets in. */
export function PermissionTable({ permissions, page, total, onPage, onDelete }: PermissionTableProps) {
  const { data } = useIgnored()
  const ignored = new Set(data?.value.map(({ _id }) => JSON.stringify(_id)))
  const body = useRows<HTMLTableSectionElement>(['e'])
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className="hidden-text">Permissions</caption>
        <thead>
          <tr>
            <th className={join(table.medium, styles.priority)}>Priority</th>
            <th>Name</th>
            <th className={join(table.medium, styles.roles)}>For</th>
            <th className={styles.letsIn}>Lets in</th>
            <th className={table.wide}>How far</th>
            <th className={styles.actions}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {permissions.map(permission => (
            <PermissionRow
              key={JSON.stringify(permission._id)}
              permission={permission}
              isIgnored={ignored.has(JSON.stringify(permission._id))}
              onDelete={onDelete}
            />
          ))}
        </tbody>
      </table>
      <Pager page={page} pageSize={PERMISSIONS_A_PAGE} total={total} onPage={onPage} />
    </div>
  )
}

type PermissionRowProps = PermissionRowActions & { permission: AclDocument; isIgnored: boolean }

function PermissionRow({ permission, isIgnored, onDelete }: PermissionRowProps) {
  const may = useLeaves()
  const shown = shownPermission(permission)
  const { priority, roles, description } = shown
  return (
    <tr data-row>
      <td className={join(table.medium, styles.priority)}>{priority ?? <span className="quiet">last</span>}</td>
      <td>
        <PermissionName id={permission._id} />
        {isIgnored && <Badge isBare look="warn" icon={TriangleAlert} word="Ignored" />}
        {description && (
          <span className={table.under} title={description}>
            {description}
          </span>
        )}
      </td>
      <td className={table.medium}>
        <RoleTags roles={roles} />
      </td>
      <td>
        <LetsIn shown={shown} />
      </td>
      <td className={table.wide}>
        <HowFar shown={shown} />
      </td>
      <td>
        <div className={table.actions}>
          {may('makePermissions') && <RowMenu permission={permission} onDelete={onDelete} />}
        </div>
      </td>
    </tr>
  )
}

/** The name of a permission, as a link where it has a page. */
export function PermissionName({ id }: { id: unknown }) {
  const text = idText(id)
  const name = nameOfId(id)
  if (text === undefined) return <span className={join(table.name, styles.name)}>{name}</span>
  return (
    <Link to="/permissions/one" search={{ id: text }} className={join(table.name, styles.name)} title={name}>
      <bdi>{name}</bdi>
    </Link>
  )
}

function LetsIn({ shown: { predicate } }: { shown: ShownPermission }) {
  const words = requestWords(predicate)
  return (
    <>
      {words && (
        <span className={styles.words} title={words}>
          {words}
        </span>
      )}
      <span className={join(words ? table.under : styles.alone, styles.predicate)} title={predicate}>
        <ConditionText condition={predicate} />
      </span>
    </>
  )
}

function HowFar({ shown }: { shown: ShownPermission }) {
  const words = ruleWords(shown)
  if (words.length === 0) return <span className="quiet">all of it</span>
  return (
    <span className={styles.rules} title={words.join('; ')}>
      {words.join('; ')}
    </span>
  )
}

function RowMenu({ permission, onDelete }: PermissionRowActions & { permission: AclDocument }) {
  const navigate = useNavigate()
  const id = idText(permission._id)
  const open = () => id !== undefined && void navigate({ to: '/permissions/one', search: { id } })
  const remove = { label: 'Delete', icon: Trash2, isDanger: true, run: () => onDelete(permission) }
  const change = [
    { label: 'Edit', icon: Pencil, run: open },
    { label: 'Duplicate', icon: Copy, run: () => void navigate({ to: '/permissions/new', search: { from: id } }) },
  ]
  return (
    <>
      <button type="button" hidden data-key="e" tabIndex={-1} aria-hidden="true" onClick={open} />
      <MenuButton
        name={`More about ${nameOfId(permission._id)}`}
        entries={id === undefined ? [remove] : [...change, remove]}
      />
    </>
  )
}
