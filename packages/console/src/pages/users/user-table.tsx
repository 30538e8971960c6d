import { Link } from '@tanstack/react-router'
import { USERS_PER_PAGE } from '../../api/users.ts'
import type { ListedUser } from '../../domain/users/user-form.ts'
import { RoleTags } from '../../parts/badge.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import { UserBadges } from './user-badges.tsx'
import styles from './users.module.css'

type UserTableProps = { users: readonly ListedUser[]; page: number; total: number; onPage(page: number): void }

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** The users by name. On a phone: who, and whether he can sign in. */
export function UserTable({ users, page, total, onPage }: UserTableProps) {
  const body = useRows<HTMLTableSectionElement>()
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className="hidden-text">Users</caption>
        <thead>
          <tr>
            <th>Name</th>
            <th className={join(table.medium, styles.roles)}>Roles</th>
            <th className={join(table.wide, styles.properties)}>Own properties</th>
            <th className={styles.state}>State</th>
          </tr>
        </thead>
        <tbody ref={body} className={styles.rows}>
          {users.map(user => (
            <UserRow key={user.name} user={user} />
          ))}
        </tbody>
      </table>
      <Pager page={page} pageSize={USERS_PER_PAGE} total={total} onPage={onPage} />
    </div>
  )
}

function UserRow({ user }: { user: ListedUser }) {
  const { id, name, roles, properties } = user
  const names = Object.keys(properties).join(', ')
  return (
    <tr data-row>
      <td>
        {id === undefined ? (
          <span className={table.name}>{name}</span>
        ) : (
          <Link to="/users/one" search={{ user: id }} className={table.name} title={name}>
            <bdi>{name}</bdi>
          </Link>
        )}
        <span className={join(table.under, styles.underName)}>{roles.join(' ')}</span>
      </td>
      <td className={table.medium}>
        <RoleTags roles={roles} />
      </td>
      <td className={join(table.wide, 'quiet')} title={names}>
        {names || '–'}
      </td>
      <td>
        <UserBadges user={user} />
      </td>
    </tr>
  )
}
