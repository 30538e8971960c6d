const HOUR_MS = 3_600_000

/** The times that an overview can tell of. The steps are those of the counts. */
export const OVERVIEW_RANGES = {
  '1h': { label: '1 h', lengthMs: HOUR_MS, step: '1m', words: 'the last hour' },
  '24h': { label: '24 h', lengthMs: 24 * HOUR_MS, step: '15m', words: '24 h' },
  '7d': { label: '7 d', lengthMs: 7 * 24 * HOUR_MS, step: '6h', words: '7 days' },
} as const
export type OverviewRange = keyof typeof OVERVIEW_RANGES
export const RANGE_NAMES: readonly OverviewRange[] = ['1h', '24h', '7d']

/** The address says by this of which time an overview tells; left out, of a day. */
export type OverviewSearch = { range?: OverviewRange }

export function readOverviewSearch(raw: Readonly<Record<string, unknown>>): OverviewSearch {
  const range = RANGE_NAMES.find(name => name === raw.range)
  return range && range !== '24h' ? { range } : {}
}
