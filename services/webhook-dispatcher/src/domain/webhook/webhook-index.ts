import { type Exchange, indexPredicates, type Predicate, type PredicateIndex, testPredicate } from '@sluice/predicate'
import { isInForce, type WebhookVersion } from './webhook-version.ts'

/** Versions that wait for the next index, tested one by one: so few that they cost no more than the index itself. */
const MAX_RECENT = 100

/** `unknown`: this version of Sluice does not know its words; `malformed`: none does, and its webhook is as if disabled. */
export type CompiledCondition = Predicate | 'unknown' | 'malformed'

/** A version as it is now, none once it can't judge any more, and its condition, none where that can't be compiled. */
type VersionEntry = { version: WebhookVersion | undefined; condition: Predicate | undefined }
type CompiledEntry = VersionEntry & { condition: Predicate }
const isCompiled = (entry: VersionEntry): entry is CompiledEntry => entry.condition !== undefined
/** The entries by the change that each version is in force from. */
type VersionEntries = ReadonlyMap<number, VersionEntry>

/**
 * Finds the webhooks that an exchange matches, by an index over the conditions of all versions that may judge one; what
 * has changed since that index was made is tested beside it.
 * @param compile called once for each version
 */
export type WebhookIndex = ReturnType<typeof createWebhookIndex>

export function createWebhookIndex(compile: (version: WebhookVersion) => CompiledCondition) {
  let byWebhook = new Map<string, VersionEntries>()
  let index: PredicateIndex<VersionEntry> = indexPredicates([])
  let recent: CompiledEntry[] = []
  let uncompiled = new Set<VersionEntry>()

  function enter(version: WebhookVersion, before: VersionEntries | undefined): [number, VersionEntry][] {
    const known = before?.get(version.from)
    if (known) {
      known.version = version
      return [[version.from, known]]
    }
    if (!version.webhook.enabled) return []
    const condition = compile(version)
    if (condition === 'malformed') return []
    const entry: VersionEntry = { version, condition: condition === 'unknown' ? undefined : condition }
    if (isCompiled(entry)) recent.push(entry)
    else uncompiled.add(entry)
    return [[version.from, entry]]
  }

  function reindex(): void {
    const entries = [...byWebhook.values()].flatMap(ofWebhook => [...ofWebhook.values()])
    index = indexPredicates(entries.filter(isCompiled).map(entry => [entry.condition, entry] as const))
    recent = []
    uncompiled = new Set(entries.filter(entry => !isCompiled(entry)))
  }

  function drop(entry: VersionEntry): void {
    entry.version = undefined
    uncompiled.delete(entry)
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
      for (const [from, entry] of before ?? []) if (!after.has(from)) drop(entry)
      if (after.size > 0) byWebhook.set(webhookId, after)
      else byWebhook.delete(webhookId)
      if (recent.length > MAX_RECENT) reindex()
    },

    /** The enabled versions in force at this sequence whose condition holds. */
    matchAt(sequence: number, exchange: Exchange): WebhookVersion[] {
      const beside = recent.filter(({ condition }) => testPredicate(condition, exchange))
      return inForceOf([...index.match(exchange), ...beside], sequence)
    },

    /** The enabled versions in force at this sequence of whose condition nobody here knows whether it holds. */
    uncompiledAt: (sequence: number): WebhookVersion[] =>
      uncompiled.size > 0 ? inForceOf([...uncompiled], sequence) : [],
  }
}

const inForceOf = (entries: readonly VersionEntry[], sequence: number): WebhookVersion[] =>
  entries.flatMap(({ version }) => (version && isInForce(version, sequence) ? [version] : []))
