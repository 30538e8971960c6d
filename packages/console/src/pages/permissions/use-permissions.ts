import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { permissionsApi } from '../../api/permissions.ts'
import type { PermissionsSearch } from '../../domain/permissions/permission-search.ts'
import { shownPermission } from '../../domain/permissions/shown-permission.ts'

/** The permissions by pages. */
export const usePermissionList = (search: PermissionsSearch) =>
  useQuery({
    queryKey: ['permissions', 'list', search],
    queryFn: () => permissionsApi.list(search),
    placeholderData: keepPreviousData,
  })

/** The stored documents that are no permissions. */
export const useIgnored = () =>
  useQuery({ queryKey: ['permissions', 'ignored'], queryFn: permissionsApi.ignored, retry: false })

/** The roles that permissions are for, by their names. */
export function useNamedRoles(): readonly string[] {
  const { data = [] } = useQuery({ queryKey: ['permissions', 'names'], queryFn: permissionsApi.names, retry: false })
  return [...new Set(data.flatMap(one => shownPermission(one).roles))].sort()
}
