import { useQuery } from '@tanstack/react-query'
import { callFor } from './call.ts'

/** Which installation answers: in the dedicated tier users, permissions and apps stand behind the default database. */
export type InstallationFacts = { tier: 'shared' | 'dedicated'; defaultDatabase: string }

let asked: Promise<InstallationFacts> | undefined

/** Asks once for as long as the page is there: nobody changes the tier of an installation that runs. */
export function serviceFacts(): Promise<InstallationFacts> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<InstallationFacts> {
  try {
    return (await callFor<{ service: InstallationFacts }>({ method: 'GET', path: '/whoami' })).service
  } catch (error) {
    asked = undefined
    throw error
  }
}

/** The path of a collection of the service itself, by the tier. */
export async function systemPath(collection: 'users' | 'acl' | 'gql-apps'): Promise<string> {
  const { tier, defaultDatabase } = await serviceFacts()
  return tier === 'dedicated' ? `/${encodeURIComponent(defaultDatabase)}/${collection}` : `/${collection}`
}

/** The path of a collection of the service itself; until it is known, that of the shared tier. */
export function useSystemPath(collection: Parameters<typeof systemPath>[0]): string {
  const { data } = useQuery({
    queryKey: ['path', collection],
    queryFn: () => systemPath(collection),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? `/${collection}`
}
