import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useLeaveKnown } from '../../api/use-leaves.ts'
import { type AuditChange, changedSearch } from '../../domain/admin/audit-search.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { useAudit } from './use-audit.ts'

const route = getRouteApi('/admin/audit')

/** The page says who did what to keys, plugins, permissions, users, apps and webhooks, newest first. */
export function AuditPage() {
  const maySee = useLeaveKnown('seeAudit')
  return (
    <>
      <PageHead
        title="Audit"
        say="Who did what, when and from where. A line stands for 400 days and is never changed."
      />
      <Audit canFilter={maySee !== false} />
    </>
  )
}

function Audit({ canFilter }: { canFilter: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useCallback(
    (next: AuditChange) => void navigate({ search: old => changedSearch(old, next), replace: true }),
    [navigate],
  )
  const audit = useAudit(search)
  const pages = audit.data?.pages
  const lines = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages])
  const isFiltered = Object.keys(search).length > 0
  const clear = () => void navigate({ search: {}, replace: true })
  return (
    <>
      {canFilter && <AuditFilters search={search} onChange={change} />}
      <Loaded query={audit} what="the audit">
        {() =>
          lines.length === 0 ? (
            <NoLines onClear={isFiltered ? clear : undefined} />
          ) : (
            <AuditTable
              lines={lines}
              hasMore={audit.hasNextPage}
              isCut={!audit.hasNextPage && pages?.at(-1)?.next !== null}
              isFetchingMore={audit.isFetchingNextPage}
              onMore={() => void audit.fetchNextPage()}
              onRefresh={() => void audit.refetch()}
              onChange={change}
            />
          )
        }
      </Loaded>
    </>
  )
}

/** Why no line is shown, and what to do about it. */
function NoLines({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <Empty
      title={onClear ? 'Nothing in this time' : 'Nothing was done yet'}
      text={
        onClear
          ? 'No line of the last 400 days is of this action, user, key and time.'
          : 'Writes of permissions, users, apps, webhooks and keys, and refused sign-ins, get a line here.'
      }
    >
      {onClear && <Button onClick={onClear}>Show all lines</Button>}
    </Empty>
  )
}
