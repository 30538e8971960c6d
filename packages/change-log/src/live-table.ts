import type { ChangeTopic } from '@sluice/contracts'
import type { ChangeLog } from './port.ts'

/** What has changed in a table, told before the table shows it. `after` is undefined when it is gone, `before` when it is new. */
export type TableChange<T> =
  | { kind: 'reloaded'; entries: ReadonlyMap<string, T> }
  | { kind: 'changed'; id: string; before: T | undefined; after: T | undefined }

export type LiveTableOptions<T> = {
  changes: ChangeLog
  topic: ChangeTopic
  /** Everything. A record that can't be used should be left out and logged, not thrown: a throw holds up all others. */
  load(): Promise<Iterable<readonly [id: string, value: T]>>
  /** What is stored under `id` now. */
  loadOne(id: string): Promise<T | undefined>
  /** Whether several records may change at once (`recordSet`), of which the table is to show all or none. */
  comesInSets?: boolean
  /** For indexes derived from the table. One that throws is called again with the same change. */
  onChange?(change: TableChange<T>): void
}

/** No reading was whole. It is tried again, with back-off, as every other failure of a follower. */
class TornReadingError extends Error {
  override name = 'TornReadingError'
}

const MAX_TRIES = 10

/** Valid as long as the change log `isTrusted`. A value is replaced, never altered: the same object means unchanged. */
export type LiveTable<T> = {
  get(id: string): T | undefined
  values(): IterableIterator<T>
  readonly size: number
}

/**
 * Keeps all records of a topic in memory, in step with the change log. Loading and single changes of one table never
 * overlap, and each reads what is stored at that moment, so an old reading can't cover a newer one.
 * Resolves when everything has been loaded once.
 */
export async function createLiveTable<T>(options: LiveTableOptions<T>): Promise<LiveTable<T>> {
  const { changes, topic, load, loadOne, comesInSets = false, onChange = () => {} } = options
  let entries = new Map<string, T>()
  let sets = 0

  const setsNow = async () => (comesInSets ? changes.setsOf(topic) : 0)

  /** Reads everything, again where a set was written meanwhile: what was read may hold a part of it. */
  async function loadWhole() {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const setsBefore = await setsNow()
      const loaded = new Map(await load())
      if ((await setsNow()) === setsBefore) return { loaded, setsBefore }
    }
    throw new TornReadingError(`Sets of ${topic} were written during each of ${MAX_TRIES} readings.`)
  }

  async function reload() {
    const { loaded, setsBefore } = await loadWhole()
    onChange({ kind: 'reloaded', entries: loaded })
    entries = loaded
    sets = setsBefore
  }

  async function apply(id: string) {
    const after = await loadOne(id)
    // Of a set that came after the change all is shown, or nothing.
    if ((await setsNow()) !== sets) return reload()
    const before = entries.get(id)
    if (before === undefined && after === undefined) return
    onChange({ kind: 'changed', id, before, after })
    if (after === undefined) entries.delete(id)
    else entries.set(id, after)
  }

  await changes.follow({ topic, reload, apply })
  return {
    get: id => entries.get(id),
    values: () => entries.values(),
    get size() {
      return entries.size
    },
  }
}
