import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { Button } from '../../parts/button.tsx'
import { SearchField } from '../../parts/form/search-field.tsx'
import list from '../../parts/list/list.module.css'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { StaleBar } from '../../parts/states/stale-bar.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { NewUserDialog } from './new-user-dialog.tsx'
import { useUserList } from './use-users.ts'
import { UserTable } from './user-table.tsx'

const route = getRouteApi('/users')

/** The users who can sign in here, with their roles. */
export function UsersPage() {
  const may = useLeaves()
  const [isOpen, setIsOpen] = useState(false)
  const canMake = may('makeUsers')
  usePageKeys({ n: () => canMake && setIsOpen(true) })
  const button = canMake && (
    <Button look="primary" icon={Plus} onClick={() => setIsOpen(true)}>
      New user
    </Button>
  )
  return (
    <>
      <PageHead title="Users" say="Permissions say what the roles of a user may do." actions={button} />
      <UserList />
      {isOpen && <NewUserDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function UserList() {
  const { q = '', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const users = useUserList(q, page)
  const search = useCallback(
    (text: string) => void navigate({ search: text ? { q: text } : {}, replace: true }),
    [navigate],
  )
  const retry = () => void users.refetch()
  if (users.isPending) return <TableSkeleton what="the users" />
  if (!users.data) return <ProblemPanel error={users.error} what="the users" onRetry={retry} />
  const { users: shown, total } = users.data
  return (
    <>
      {users.isError && <StaleBar error={users.error} asOf={users.dataUpdatedAt} onRetry={retry} />}
      <search className={list.tools}>
        <SearchField label="Search users" placeholder="Name or role" value={q} onChange={search} />
      </search>
      {shown.length === 0 ? (
        <Empty title="No user matches" text="None has this text in the name or in a role.">
          <Button onClick={() => search('')}>Show all users</Button>
        </Empty>
      ) : (
        <UserTable
          users={shown}
          page={page}
          total={total}
          onPage={next => void navigate({ search: { ...(q && { q }), page: next } })}
        />
      )}
    </>
  )
}
