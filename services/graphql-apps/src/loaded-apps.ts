import { share } from '@sluice/bounds'
import type { AppReader, ReportFaults, StoredApp } from './app-reader.ts'
import { uriOf } from './domain/app-identity.ts'
import { appLife } from './domain/app-life.ts'
import { type AppRules, compileApp } from './domain/compile-app.ts'
import { dropSyntax } from './domain/drop-syntax.ts'
import type { TrustedDocuments } from './ports/app-store.ts'
import { createServedApp, type LoadedApp } from './served-app.ts'
import { createWeightedCache } from './weighted-cache.ts'

/** What names one version of an app. */
type Version = { id: string; uri: string }
/** What one version has come to when it was asked for. */
type AppEntry<V> =
  | { version: V; state: typeof appLife.compiled.live; served: LoadedApp }
  | { version: V; state: (typeof appLife)['faulty' | 'overtaken']['live'] }

type Dependencies<V> = {
  reader: AppReader
  rules: AppRules
  report: ReportFaults
  /** Told of an app that answers all the same. */
  reportFlaws: ReportFaults
  /** The limit of memory, by estimate, prepared documents included. */
  maxBytes: number
  isCurrent: (version: V) => boolean
}

const UNUSABLE_BYTES = 500

const weigh = <V>(entry: AppEntry<V>): number => (entry.state === 'loaded' ? entry.served.size() : UNUSABLE_BYTES)

const servedOf = <V>(entry: AppEntry<V>): LoadedApp | undefined => (entry.state === 'loaded' ? entry.served : undefined)

/** Compiled apps, loaded when they are first asked for; those that were asked last stay. */
export function createLoadedApps<V extends Version>({
  reader,
  rules,
  report,
  reportFlaws,
  maxBytes,
  isCurrent,
}: Dependencies<V>) {
  const loaded = createWeightedCache<AppEntry<V>>(maxBytes, weigh)
  const loading = share(load)

  function keep(entry: AppEntry<V>): AppEntry<V> {
    const { version } = entry
    // A change or a reload may have come in between.
    if (!isCurrent(version)) return entry
    // What is there is not weighed again.
    loaded.delete(version.id)
    loaded.set(version.id, entry)
    return entry
  }

  function compile(version: V, { id, etag, document }: StoredApp, documents: TrustedDocuments): AppEntry<V> {
    const result = compileApp(document, rules)
    if (result.kind === 'faulty') {
      report({ id, etag }, result.faults)
      return keep({ version, state: appLife.faulty.live })
    }
    const { app, flaws } = result
    if (flaws.length > 0) reportFlaws({ id, etag }, flaws)
    dropSyntax(app.schema)
    const served = createServedApp({ app, documents, descriptor: document.descriptor }, () => {
      if (loaded.get(version.id) === entry) keep(entry)
    })
    const entry: AppEntry<V> = { version, state: appLife.compiled.live, served }
    return keep(entry)
  }

  async function load(version: V): Promise<AppEntry<V>> {
    const [stored, documents] = await Promise.all([reader.one(version.id), reader.trustedDocuments(version.id)])
    // It may be newer than what the change log has told of; then it may be off line or elsewhere by now.
    const isServed = stored?.document.descriptor.enabled && uriOf(stored.document) === version.uri
    return isServed ? compile(version, stored, documents) : { version, state: appLife.overtaken.live }
  }

  return {
    /** Gives what is there at once. */
    get(version: V): Promise<LoadedApp | undefined> | LoadedApp | undefined {
      const known = loaded.get(version.id)
      return known?.version === version ? servedOf(known) : loading.run(version).then(servedOf)
    },
    forget: (id: string): void => void loaded.delete(id),
    forgetAll: (): void => loaded.clear(),
  }
}
