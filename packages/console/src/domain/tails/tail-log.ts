/** What of an entry is needed to tell it from others. */
export type TailEntry = { _id: string }

/** What a tail has told so far. Bounded: the oldest entries go, the counts go on. */
export type TailLog<Entry extends TailEntry> = {
  /** Newest first. */
  entries: readonly Entry[]
  /** All that came, those that are gone included. */
  total: number
  /** How many were missed, by the id of the entry that came last before. */
  missed: ReadonlyMap<string, number>
}

export const MOST_HELD = 2_000
/** Where nothing had come yet when some were missed. */
const BEFORE_ALL = ''

export const emptyTailLog = <Entry extends TailEntry>(): TailLog<Entry> => ({
  entries: [],
  total: 0,
  missed: new Map(),
})

/** What comes of a tail: an entry of a log, an exchange, or how many of them could not be told. */
export type FollowedUpdate<Entry extends TailEntry> =
  | { event: 'entry' | 'exchange'; data: Entry }
  | { event: 'gap'; data: { missed: number } }

/** Adds what has come, in its order. One that comes a second time, as after a break, stands where it was. */
export function withUpdates<Entry extends TailEntry>(
  log: TailLog<Entry>,
  updates: readonly FollowedUpdate<Entry>[],
): TailLog<Entry> {
  const known = new Set(log.entries.map(({ _id }) => _id))
  const fresh: Entry[] = []
  const missed = new Map(log.missed)
  for (const update of updates) {
    if (update.event === 'gap') {
      const last = (fresh.at(-1) ?? log.entries[0])?._id ?? BEFORE_ALL
      missed.set(last, (missed.get(last) ?? 0) + update.data.missed)
    } else if (!known.has(update.data._id)) {
      known.add(update.data._id)
      fresh.push(update.data)
    }
  }
  const entries = [...fresh.reverse(), ...log.entries].slice(0, MOST_HELD)
  const kept = new Set(entries.map(({ _id }) => _id))
  const shown = [...missed].filter(([id]) => id === BEFORE_ALL || kept.has(id))
  return { entries, total: log.total + fresh.length, missed: new Map(shown) }
}

/** How many were missed in all, as far as it is still told. */
export const missedIn = ({ missed }: Pick<TailLog<TailEntry>, 'missed'>): number =>
  [...missed.values()].reduce((sum, count) => sum + count, 0)
