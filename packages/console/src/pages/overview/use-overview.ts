import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { aboutApi, type ToldProcess } from '../../api/about.ts'
import { allKeysApi } from '../../api/admin/all-keys.ts'
import { appsApi } from '../../api/apps.ts'
import { listCollections } from '../../api/collections.ts'
import { keysApi } from '../../api/keys.ts'
import { webhookTools } from '../../api/webhook-tools.ts'
import { webhooksApi } from '../../api/webhooks.ts'
import { OVERVIEW_RANGES, type OverviewRange } from '../../domain/overview/overview-search.ts'
import { type SeenProcess, seenProcesses } from '../../domain/overview/seen-processes.ts'

const EVERY_MS = 10_000
const AFTER_ERROR_MS = 60_000
/** What changes by the day is not asked for every few seconds. */
const SELDOM_MS = 60_000
export const ENDING_DAYS = 14
const SHOWN = 5

/** Asks again and again while the tab is seen; after an error less often. */
const useTold = <T>(key: QueryKey, ask: () => Promise<T>, everyMs = EVERY_MS): UseQueryResult<T> =>
  useQuery({
    queryKey: ['overview', ...key],
    queryFn: ask,
    refetchInterval: ({ state }) => (state.status === 'error' ? AFTER_ERROR_MS : everyMs),
    retry: false,
  })

/** All that an overview tells; each part comes, and fails, by itself. */
export function useOverview(range: OverviewRange) {
  const { lengthMs, step } = OVERVIEW_RANGES[range]
  return {
    processes: useProcesses(),
    counts: useTold(['counts', range], () => webhooksApi.stats({ from: Date.now() - lengthMs, step })),
    failing: useTold(['failing'], () => webhooksApi.ofState('failing', SHOWN)),
    heldBack: useTold(['held-back'], () => webhooksApi.ofState('held-back', SHOWN)),
    broad: useTold(['broad'], () => webhooksApi.ofState('broad', SHOWN), SELDOM_MS),
    newest: useTold(['newest'], () => webhooksApi.newest(SHOWN)),
    notStored: useTold(['not-stored', range], () => webhookTools.notStored(Date.now() - lengthMs)),
    apps: useTold(['apps'], () => appsApi.list('', 1), SELDOM_MS),
    endingKeys: useTold(['ending-keys'], () => allKeysApi.ending(ENDING_DAYS, SHOWN), SELDOM_MS),
    ownKeys: useTold(['own-keys'], keysApi.list, SELDOM_MS),
    allowance: useTold(['allowance'], webhookTools.allowance, SELDOM_MS),
    collections: useTold(['collections'], listCollections),
  }
}
export type Overview = ReturnType<typeof useOverview>

/** The processes that were seen while this user was signed in. */
function useProcesses(): UseQueryResult<SeenProcess<ToldProcess>[]> {
  return useQuery({
    queryKey: PROCESSES,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<SeenProcess<ToldProcess>[]>(PROCESSES) ?? []
      return seenProcesses(before, await aboutApi.processes(), Date.now())
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? AFTER_ERROR_MS : EVERY_MS),
    retry: false,
  })
}
const PROCESSES = ['overview', 'processes']
