type ProcessFacts = {
  figures: { busUnreadRecords?: number; deliveriesWaiting?: number; spoolBytes?: number }
  missing: readonly string[]
  degraded: readonly { dependency: string; effect: string }[]
}

/** How far a process is behind: records of the bus that it has not read, and deliveries that wait for it. Undefined where it has none. */
export function behind({ figures: { busUnreadRecords, deliveriesWaiting } }: ProcessFacts): number | undefined {
  if (busUnreadRecords === undefined && deliveriesWaiting === undefined) return undefined
  return (busUnreadRecords ?? 0) + (deliveriesWaiting ?? 0)
}

/** What a process lacks, in a sentence; undefined where nothing is amiss. */
export function lackWords({ missing, degraded }: Pick<ProcessFacts, 'missing' | 'degraded'>): string | undefined {
  const lacks = [...missing, ...degraded.map(({ dependency, effect }) => `${dependency} is away: ${effect}`)]
  return lacks.length === 0 ? undefined : lacks.join('; ')
}

/** How many deliveries have failed, of those that were tried. */
export const triedWords = ({ success, failed }: { success: number; failed: number }, locale?: string): string =>
  `${failed.toLocaleString(locale)} of ${countOf(success + failed, 'delivery', locale)}`

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** A size as people say it: `1.5 MiB`. */
export function sizeWords(bytes: number, locale?: string): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toLocaleString(locale, { maximumFractionDigits: 1 })} ${UNITS[power]}`
}

/** One as it is, others in the plural: `1 webhook`, `2 webhooks`, `2 deliveries`. */
export const countOf = (count: number, thing: string, locale?: string): string =>
  `${count.toLocaleString(locale)} ${count === 1 ? thing : thing.replace(/([^aeiou])y$/, '$1ie').concat('s')}`
