import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { USERS_PER_PAGE } from '../../api/users.ts'
import { Button } from '../../parts/button.tsx'
import { SearchField } from '../../parts/form/search-field.tsx'
import list from '../../parts/list/list.module.css'
import { useListPlace } from '../../parts/list/use-list-place.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
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
  const goTo = (next: number, replace = false) => void navigate({ search: { ...(q && { q }), page: next }, replace })
  const place = useListPlace({
    page,
    pageSize: USERS_PER_PAGE,
    rows: users.data?.users.length,
    total: users.data?.total,
    isOfBefore: users.isPlaceholderData,
    onBeyond: last => goTo(last, true),
  })
  return (
    <Loaded query={users} what="the users">
      {({ users: shown, total }) => (
        <>
          <search className={list.tools}>
            <SearchField label="Search users" placeholder="Name or role" value={q} onChange={search} />
          </search>
          {place === 'nothing' && <NoneMatches onClear={() => search('')} />}
          {place === 'beyond' && <TableSkeleton what="the users" />}
          {place === 'rows' && <UserTable users={shown} page={page} total={total} onPage={goTo} />}
        </>
      )}
    </Loaded>
  )
}

const NoneMatches = ({ onClear }: { onClear(): void }) => (
  <Empty title="No user matches" text="None has this text in the name or in a role.">
    <Button onClick={onClear}>Show all users</Button>
  </Empty>
)
