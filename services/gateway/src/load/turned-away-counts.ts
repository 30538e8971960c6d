/** What is known of the first of those that are counted together; `bytes` is about what it holds. */
type FirstSample = { bytes: number }

/** A count of refusals that are counted together. `keys`: under which they may be, the closest first. */
export type TurnedAwayCount<S extends FirstSample> = { keys: CountKeys; count: number; sample: S }

type CountKeys = readonly [pair: string, network: string, all: string]

/** `bytes`: of all samples. Half of it is for those of networks. */
type Limits = { pairs: number; pairsPerNetwork: number; networks: number; bytes: number }

const LIMITS: Limits = { pairs: 10_000, pairsPerNetwork: 20, networks: 1_000, bytes: 8 * 1024 * 1024 }
const ALL = 'all'

/**
 * How often each user and network was turned away. What finds no room of its own is counted by its network, and then
 * with all others, so that the numbers hold whoever many there are. No network takes the room of the others: however many
 * users it names, those beyond the first are counted by the network.
 */
export function createTurnedAwayCounts<S extends FirstSample>(limits: Limits = LIMITS) {
  let counts = new Map<string, TurnedAwayCount<S>>()
  let pairsOf = new Map<string, number>()
  let bytes = 0

  /** @returns whether it was counted: `sampleOf` gives undefined where nothing wants to know */
  function add(keys: CountKeys, count: number, sampleOf: () => S | undefined): boolean {
    const known = keys.map(key => counts.get(key)).find(found => found !== undefined)
    if (known) known.count += count
    return known !== undefined || begin(keys, count, sampleOf())
  }

  function begin(keys: CountKeys, count: number, sample: S | undefined): boolean {
    if (!sample) return false
    const [pair, network, all] = keys
    const ofNetwork = pairsOf.get(network) ?? 0
    if (ofNetwork < limits.pairsPerNetwork && hasRoom(limits.pairs, limits.bytes / 2)) {
      pairsOf.set(network, ofNetwork + 1)
      counts.set(pair, { keys, count, sample })
    } else counts.set(hasRoom(limits.pairs + limits.networks, limits.bytes) ? network : all, { keys, count, sample })
    bytes += sample.bytes
    return true
  }

  const hasRoom = (most: number, mostBytes: number): boolean => counts.size < most && bytes < mostBytes

  return {
    /** @param pair a user and a network, in a form that tells nobody the user's name */
    add: (of: { pair: string; network: string }, sampleOf: () => S | undefined): boolean =>
      add([of.pair, of.network, ALL], 1, sampleOf),
    /** Counts what could not be told yet. */
    restore: ({ keys, count, sample }: TurnedAwayCount<S>): boolean => add(keys, count, () => sample),
    /** All that was counted; from now on it is counted anew. */
    take(): TurnedAwayCount<S>[] {
      const taken = [...counts.values()]
      counts = new Map()
      pairsOf = new Map()
      bytes = 0
      return taken
    },
  }
}
