import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { allKeysApi } from '../../api/admin/all-keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { usersApi } from '../../api/users.ts'

const USERS = ['users']

/** The users by pages. */
export const useUserList = (q: string, page: number) =>
  useQuery({
    queryKey: [...USERS, 'list', q, page],
    queryFn: () => usersApi.list(q, page),
    placeholderData: keepPreviousData,
  })

/** One user with his ETag. */
export const useUser = (id: string) => useQuery({ queryKey: [...USERS, 'one', id], queryFn: () => usersApi.show(id) })

const ROLES_FRESH_MS = 60_000

/** The roles that users and permissions have, as far as one may see them: they are offered, nothing more. */
export function useUsedRoles(): readonly string[] {
  const may = useLeaves()
  const canSee = may('seePermissions')
  const { data = [] } = useQuery({
    queryKey: [...USERS, 'roles', canSee],
    queryFn: async () => {
      const lists = await Promise.all([usersApi.rolesOfUsers(), canSee ? usersApi.rolesOfPermissions() : []])
      return [...new Set(lists.flat())].sort()
    },
    staleTime: ROLES_FRESH_MS,
    retry: false,
  })
  return data
}

/** How many could sign in as owners; undefined where that is not known. */
export const useOwnerCount = (isWanted: boolean): number | undefined =>
  useQuery({ queryKey: [...USERS, 'owners'], queryFn: usersApi.countOwners, enabled: isWanted, retry: false }).data

/** The keys of a user. Whoever may not see them is told so. */
export const useKeysOf = (user: string) =>
  useQuery({ queryKey: ['keys', 'of', user], queryFn: () => allKeysApi.ofUser(user), retry: false })
