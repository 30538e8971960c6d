import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, ShieldQuestionMark } from 'lucide-react'
import { useCallback, useState } from 'react'
import { PERMISSIONS_A_PAGE } from '../../api/permissions.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import type { PermissionsSearch } from '../../domain/permissions/permission-search.ts'
import type { AclDocument } from '../../domain/permissions/shown-permission.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { useListPlace } from '../../parts/list/use-list-place.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { DeletePermissionDialog } from './delete-permission-dialog.tsx'
import { IgnoredCard } from './ignored-card.tsx'
import { NoPermissions } from './no-permissions.tsx'
import { PermissionFilters } from './permission-filters.tsx'
import { PermissionTable } from './permission-table.tsx'
import { usePermissionList } from './use-permissions.ts'

const route = getRouteApi('/permissions')

/** The permissions: whom each lets in, to what, in the order in which they are judged. */
export function PermissionsPage() {
  const may = useLeaves()
  const navigate = route.useNavigate()
  const [deleted, setDeleted] = useState<AclDocument>()
  const canMake = may('makePermissions')
  usePageKeys({ n: () => canMake && void navigate({ to: '/permissions/new' }) })
  return (
    <>
      <PageHead
        title="Permissions"
        say="The highest priority that matches a request applies, alone. Without one a caller may do nothing; the role admin needs none."
        actions={<PageActions />}
      />
      <PermissionList onDelete={setDeleted} />
      {deleted && <DeletePermissionDialog permission={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

function PageActions() {
  const may = useLeaves()
  return (
    <>
      {may('explainAccess') && (
        <Link to="/permissions/explain" className={buttonClass()}>
          <ShieldQuestionMark {...BESIDE_WORDS} />
          Explain
        </Link>
      )}
      {may('makePermissions') && (
        <Link to="/permissions/new" className={buttonClass('primary')}>
          <Plus {...BESIDE_WORDS} />
          New permission
        </Link>
      )}
    </>
  )
}

function PermissionList({ onDelete }: { onDelete(permission: AclDocument): void }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = usePermissionList(search)
  const change = useCallback(
    (next: PermissionsSearch) => void navigate({ search: old => changed(old, next), replace: true }),
    [navigate],
  )
  const { q, role, page = 1 } = search
  const goTo = (next: number) => change({ page: next })
  const place = useListPlace({
    page,
    pageSize: PERMISSIONS_A_PAGE,
    rows: list.data?.value.length,
    total: list.data?.total,
    isOfBefore: list.isPlaceholderData,
    onBeyond: goTo,
  })
  return (
    <Loaded query={list} what="the permissions">
      {({ value: permissions, total = permissions.length }) =>
        place === 'nothing' && !q && !role ? (
          <NoPermissions />
        ) : (
          <>
            <IgnoredCard onDelete={onDelete} />
            <PermissionFilters {...search} onChange={change} />
            {place === 'nothing' && <NoneMatches onClear={() => change({ q: '', role: '' })} />}
            {place === 'beyond' && <TableSkeleton what="the permissions" />}
            {place === 'rows' && (
              <PermissionTable permissions={permissions} page={page} total={total} onPage={goTo} onDelete={onDelete} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** Another choice begins at the first page. */
function changed(old: PermissionsSearch, change: PermissionsSearch): PermissionsSearch {
  const { q = old.q, role = old.role, page = 1 } = change
  const order = 'order' in change ? change.order : old.order
  return {
    ...(q && { q }),
    ...(role && { role }),
    ...(order && { order }),
    ...(page > 1 && { page }),
  }
}

const NoneMatches = ({ onClear }: { onClear(): void }) => (
  <Empty
    title="No permission matches"
    text="None has this text in its name, description, roles or predicate, and this role."
  >
    <Button onClick={onClear}>Show all permissions</Button>
  </Empty>
)
