import { type Exchange, indexPredicates, type Predicate, type PredicateIndex, testPredicate } from '@sluice/predicate'
import { isInForce, type WebhookVersion } from './webhook-version.ts'

/** Versions that wait for the next index, tested one by one: so few that they cost no more than the index itself. */
const MAX_RECENT = 100

/** A version as it is now, none once it can't judge any more, and its condition. */
type Entry = { version: WebhookVersion | undefined; condition: Predicate }
/** By the change that each version is in force from. */
type Entries = ReadonlyMap<number, Entry>

/**
 * Finds the webhooks that an exchange matches, by an index over the conditions of all versions that may judge one; what
 * has changed since that index was made is tested beside it.
 * @param compile called once for each version; undefined for a condition that can't be used
 */
export type WebhookIndex = ReturnType<typeof createWebhookIndex>

export function createWebhookIndex(compile: (version: WebhookVersion) => Predicate | undefined) {
  let byWebhook = new Map<string, Entries>()
  let index: PredicateIndex<Entry> = indexPredicates([])
  let recent: Entry[] = []

  function enter(version: WebhookVersion, before: Entries | undefined): [number, Entry][] {
    const known = before?.get(version.from)
    if (known) {
      known.version = version
      return [[version.from, known]]
    }
    const condition = version.webhook.enabled ? compile(version) : undefined
    if (!condition) return []
    const entry = { version, condition }
    recent.push(entry)
    return [[version.from, entry]]
  }

  function reindex(): void {
    const entries = [...byWebhook.values()].flatMap(ofWebhook => [...ofWebhook.values()])
    index = indexPredicates(entries.map(entry => [entry.condition, entry] as const))
    recent = []
  }

  return {
    /** @param held every version that may judge an exchange from now on */
    reload(held: readonly WebhookVersion[]): void {
      const before = byWebhook
      const ofEach = Map.groupBy(held, ({ webhook }) => webhook._id)
      byWebhook = new Map(
        [...ofEach].map(([id, versions]) => [id, new Map(versions.flatMap(each => enter(each, before.get(id))))]),
      )
      reindex()
    },

    /** @param versions of this webhook: every one that may judge an exchange from now on */
    replace(webhookId: string, versions: readonly WebhookVersion[]): void {
      const before = byWebhook.get(webhookId)
      const after = new Map(versions.flatMap(version => enter(version, before)))
      for (const [from, entry] of before ?? []) if (!after.has(from)) entry.version = undefined
      if (after.size > 0) byWebhook.set(webhookId, after)
      else byWebhook.delete(webhookId)
      if (recent.length > MAX_RECENT) reindex()
    },

    /** The enabled versions in force at this stamp whose condition holds. */
    matchAt(sequence: number, exchange: Exchange): WebhookVersion[] {
      const beside = recent.filter(({ condition }) => testPredicate(condition, exchange))
      return [...index.match(exchange), ...beside].flatMap(({ version }) =>
        version && isInForce(version, sequence) ? [version] : [],
      )
    },
  }
}
