import { useInfiniteQuery } from '@tanstack/react-query'
import { AUDIT_PER_PAGE, auditApi } from '../../api/admin/audit.ts'
import type { AuditSearch } from '../../domain/admin/audit-search.ts'

/** More is not held: older lines are found by the time. */
export const MOST_LINES = 2_000

/** The lines that an address asks for, newest first, as far as they were asked for. */
export function useAudit(search: AuditSearch) {
  return useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: ({ pageParam }) => auditApi.page(search, pageParam),
    initialPageParam: firstPage(),
    getNextPageParam: (last, pages) => (pages.length * AUDIT_PER_PAGE < MOST_LINES ? last.next : null),
  })
}

const firstPage = (): string | undefined => undefined
