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
  /** For indexes derived from the table. One that throws is called again with the same change. */
  onChange?(change: TableChange<T>): void
}

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
  const { changes, topic, load, loadOne, onChange = () => {} } = options
  let entries = new Map<string, T>()

  async function reload() {
    const loaded = new Map<string, T>()
    for (const [id, value] of await load()) loaded.set(id, value)
    onChange({ kind: 'reloaded', entries: loaded })
    entries = loaded
  }

  async function apply(id: string) {
    const after = await loadOne(id)
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
