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
import { useActive } from '../../state/use-active.ts'

/** How often something is asked for, in ms: what changes by itself, what changes by somebody's doing, and what changes by the day. */
type AskedEvery = { often: number; soon: number; seldom: number }

const WATCHED: AskedEvery = { often: 10_000, soon: 10_000, seldom: 60_000 }
/** A screen that merely shows it. */
const IDLE: AskedEvery = { often: 60_000, soon: 600_000, seldom: 600_000 }
const IDLE_AFTER_MS = 60_000
const AFTER_ERROR_MS = 60_000
export const ENDING_DAYS = 14
const SHOWN = 5
const LOOKED_AT = 200

/** Asks again and again while the tab is seen; after an error less often. */
const useTold = <T>(key: QueryKey, ask: () => Promise<T>, everyMs: number): UseQueryResult<T> =>
  useQuery({
    queryKey: ['overview', ...key],
    queryFn: ask,
    refetchInterval: ({ state }) => (state.status === 'error' ? Math.max(AFTER_ERROR_MS, everyMs) : everyMs),
    retry: false,
  })

/** All that an overview tells; each part comes, and fails, by itself. */
export function useOverview(range: OverviewRange) {
  const { lengthMs, step } = OVERVIEW_RANGES[range]
  const { often, soon, seldom } = useActive(IDLE_AFTER_MS) ? WATCHED : IDLE
  return {
    processes: useProcesses(often),
    counts: useTold(['counts', range], () => webhooksApi.stats({ from: Date.now() - lengthMs, step }), often),
    failing: useTold(['failing'], () => webhooksApi.ofState('failing', SHOWN), often),
    heldBack: useTold(['held-back'], () => webhooksApi.ofState('held-back', SHOWN), often),
    selfDisabled: useTold(['self-disabled'], () => webhooksApi.selfDisabled(LOOKED_AT), soon),
    broad: useTold(['broad'], () => webhooksApi.ofState('broad', SHOWN), seldom),
    newest: useTold(['newest'], () => webhooksApi.newest(SHOWN), soon),
    notStored: useTold(['not-stored', range], () => webhookTools.notStored(Date.now() - lengthMs), soon),
    apps: useTold(['apps'], () => appsApi.list('', 1), seldom),
    endingKeys: useTold(['ending-keys'], () => allKeysApi.ending(ENDING_DAYS, SHOWN), seldom),
    ownKeys: useTold(['own-keys'], keysApi.list, seldom),
    allowance: useTold(['allowance'], webhookTools.allowance, seldom),
    collections: useTold(['collections'], listCollections, soon),
  }
}
export type Overview = ReturnType<typeof useOverview>

/** The processes that were seen while this user was signed in. */
function useProcesses(everyMs: number): UseQueryResult<SeenProcess<ToldProcess>[]> {
  return useQuery({
    queryKey: PROCESSES,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<SeenProcess<ToldProcess>[]>(PROCESSES) ?? []
      return seenProcesses(before, await aboutApi.processes(), Date.now())
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? AFTER_ERROR_MS : everyMs),
    retry: false,
  })
}
const PROCESSES = ['overview', 'processes']
