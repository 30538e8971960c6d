import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type DeliveryEntry, type LogFilter, logsApi } from '../../api/logs.ts'
import { type StatsStep, webhooksApi } from '../../api/webhooks.ts'

const PER_PAGE = 100
/** More is not held: older entries are found by the time. */
export const MOST_ENTRIES = 1_000
const LOOK_EVERY_MS = 15_000
const LOOKED_AT = 20
const COUNTS_EVERY_MS = 60_000

/** The webhook whose log is shown, or all of them. */
export type LogScope = { webhook: string | undefined }

const fetchPage = ({ webhook }: LogScope, filter: LogFilter, page: { limit: number; cursor?: string | undefined }) =>
  webhook === undefined ? logsApi.ofAll({ ...filter, ...page }) : logsApi.ofOne(webhook, { ...filter, ...page })

/** Entries of a log, newest first, as far as they were asked for. */
export function useLog(scope: LogScope, filter: LogFilter) {
  return useInfiniteQuery({
    queryKey: ['logs', scope, filter],
    queryFn: ({ pageParam }) => fetchPage(scope, filter, { limit: PER_PAGE, cursor: pageParam }),
    initialPageParam: firstPage(),
    getNextPageParam: (last, pages) => (pages.length * PER_PAGE < MOST_ENTRIES ? last.next : null),
  })
}

const firstPage = (): string | undefined => undefined

/** How many entries have come since the list was fetched. @param shown newest first */
export function useNewEntries(scope: LogScope, filter: LogFilter, shown: readonly DeliveryEntry[]): number {
  const { data } = useQuery({
    queryKey: ['new-logs', scope, filter],
    queryFn: () => fetchPage(scope, filter, { limit: LOOKED_AT }),
    refetchInterval: LOOK_EVERY_MS,
  })
  const known = new Set(shown.map(({ _id }) => _id))
  const first = shown[0]?.timestamp.$date ?? 0
  return data?.items.filter(({ _id, timestamp }) => !known.has(_id) && timestamp.$date >= first).length ?? 0
}

/** What deliveries came to by time, for the chart. */
export const useCounts = ({ webhook, from, to }: Pick<LogFilter, 'webhook' | 'from' | 'to'>) =>
  useQuery({
    queryKey: ['webhooks', 'counts', { webhook, from, to }],
    queryFn: () =>
      webhooksApi.stats({
        ...(webhook && { webhook }),
        ...(from && { from }),
        ...(to && { to }),
        step: stepFor(from, to),
      }),
    refetchInterval: COUNTS_EVERY_MS,
  })

type CountedStatus = 'success' | 'failed' | 'pending'

/**
 * How many deliveries of the time that the chart shows have each status; undefined where the list is narrowed by what is not
 * counted.
 */
export function useStatusCounts(
  webhook: string | undefined,
  { from, to, path, statusCode, target, q }: Omit<LogFilter, 'status'>,
): Readonly<Record<CountedStatus, number>> | undefined {
  const { data } = useCounts({ webhook, from, to })
  if (!data || path || statusCode || target || q) return undefined
  const sum = (status: CountedStatus) => data.buckets.reduce((all, bucket) => all + bucket[status], 0)
  return { success: sum('success'), failed: sum('failed'), pending: sum('pending') }
}

const HOUR_MS = 3_600_000
const STEPS: readonly [number, StatsStep][] = [
  [2 * HOUR_MS, '1m'],
  [8 * HOUR_MS, '5m'],
  [26 * HOUR_MS, '15m'],
  [5 * 24 * HOUR_MS, '1h'],
  [31 * 24 * HOUR_MS, '6h'],
]

/** A step of which there are about a hundred. */
function stepFor(from: number | undefined, to: number | undefined): StatsStep {
  const end = to ?? Date.now()
  const length = end - (from ?? end - 24 * HOUR_MS)
  return STEPS.find(([longest]) => length <= longest)?.[1] ?? '1d'
}
