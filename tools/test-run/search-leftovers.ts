import type { Backend } from '@sluice/testkit/backends'
import { filesIn, findKeys, type Leftover, METRICS_ENDING } from '@sluice/testkit/leftovers'
import { type Eavesdropper, eavesdrop, inStore, onBus } from '@sluice/testkit/leftovers-in-backends'

const MIB = 1024 * 1024

/** What the tests leave behind is searched for keys and sessions, as a thief would search it. */
export type LeftoverSearch = {
  /** @returns whether there is none; says what it has searched, and where it found one */
  report(): Promise<boolean>
}

/**
 * Listens to the signals from now on. Backends that were given are not searched: they hold what is not ours.
 * @param folder where the tests put their files
 */
export async function startLeftoverSearch(folder: string, backends: readonly Backend[]): Promise<LeftoverSearch> {
  const own = new Map(backends.filter(({ how }) => how !== 'given').map(({ kind, address }) => [kind, address]))
  const redis = own.get('redis')
  const ears = redis === undefined ? undefined : await eavesdrop(redis)
  return {
    async report() {
      const searched = new Map<Leftover['kind'], number>()
      const found: string[] = []
      for await (const leftover of leftoversIn(folder, own, ears)) {
        const { kind, bytes } = leftover
        searched.set(kind, (searched.get(kind) ?? 0) + bytes.length)
        found.push(...findKeys(leftover))
      }
      ears?.stop()
      for (const place of found) console.error(`SECRET LEFT BEHIND: ${place}`)
      const amounts = [...searched].map(([kind, bytes]) => `${kind} ${(bytes / MIB).toFixed(1)} MiB`)
      console.log(`Searched for keys and sessions: ${amounts.join(', ')}; ${found.length} found.`)
      return found.length === 0
    },
  }
}

async function* leftoversIn(
  folder: string,
  own: ReadonlyMap<string, string>,
  ears: Eavesdropper | undefined,
): AsyncGenerator<Leftover> {
  const mongodb = own.get('mongodb')
  const kafka = own.get('kafka')
  yield* filesIn(folder, kindOfFile)
  if (mongodb !== undefined) yield* inStore(mongodb)
  if (kafka !== undefined) yield* await onBus(kafka)
  if (ears) yield* await ears.heard()
}

function kindOfFile(path: string): Leftover['kind'] {
  if (path.endsWith('.log')) return 'logs'
  if (path.endsWith(METRICS_ENDING)) return 'metrics'
  if (path.includes('spool')) return 'spool'
  return path.includes('bus') ? 'bus' : 'store'
}
