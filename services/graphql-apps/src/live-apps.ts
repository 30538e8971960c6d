import { type ChangeLog, createLiveTable, type LiveTable } from '@sluice/change-log'
import type { Logger } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { createAppReader, type ReportFaults, reportFlawed, reportUnusable, type StoredApp } from './app-reader.ts'
import { uriOf } from './domain/app-identity.ts'
import { appLife } from './domain/app-life.ts'
import type { AppRules } from './domain/compile-app.ts'
import { createLoadedApps } from './loaded-apps.ts'
import type { LoadedApp } from './served-app.ts'

/** What is known of every stored app; a new object with each change of it. */
type LiveApp = { id: string; etag: string; uri: string; state: (typeof appLife)['enabled' | 'disabled']['none'] }

export type LiveApps = {
  /** Learns of all apps and follows their changes. */
  follow(): Promise<void>
  /**
   * The app at an address, loaded when it is first asked for.
   * @returns undefined when none is served there: unknown, disabled, or not usable
   * @throws StoreUnavailableError where it has to be loaded and can't be
   */
  serve(uri: string): Promise<LoadedApp | undefined> | LoadedApp | undefined
}

type Dependencies = { store: Store; changes: ChangeLog; db: string; logger: Logger; rules: AppRules; maxBytes?: number }

const MAX_BYTES = 128 * 1024 * 1024

/**
 * All apps in step with the change log: a line for each, and those that were asked last compiled, up to a bound by
 * estimate. What was not saved never comes in here, so that a refused change can't touch what is live.
 */
export function createLiveApps({ store, changes, db, logger, rules, maxBytes = MAX_BYTES }: Dependencies): LiveApps {
  const report = reportUnusable(logger)
  const reader = createAppReader({ store, db, report })
  const loaded = createLoadedApps<LiveApp>({
    reader,
    rules,
    report,
    reportFlaws: reportFlawed(logger),
    maxBytes,
    isCurrent: live => table?.get(live.id) === live,
  })
  let table: LiveTable<LiveApp> | undefined
  let byUri: Map<string, LiveApp> | undefined

  const find = (uri: string): LiveApp | undefined => {
    byUri ??= indexByUri(table?.values() ?? [], report)
    return byUri.get(uri)
  }

  return {
    async follow() {
      table = await createLiveTable<LiveApp>({
        changes,
        topic: 'apps',
        load: async () => {
          const entries: [string, LiveApp][] = []
          for await (const app of reader.all()) entries.push([app.id, toLive(app)])
          return entries
        },
        loadOne: async id => {
          const app = await reader.one(id)
          return app && toLive(app)
        },
        onChange: change => {
          byUri = undefined
          if (change.kind === 'changed') loaded.forget(change.id)
          else loaded.forgetAll()
        },
      })
    },
    serve(uri) {
      const live = find(uri)
      return live?.state === 'live' ? loaded.get(live) : undefined
    },
  }
}

const toLive = ({ id, etag, document }: StoredApp): LiveApp => ({
  id,
  etag,
  uri: uriOf(document),
  state: appLife[document.descriptor.enabled ? 'enabled' : 'disabled'].none,
})

function indexByUri(apps: Iterable<LiveApp>, report: ReportFaults): Map<string, LiveApp> {
  const index = new Map<string, LiveApp>()
  for (const live of apps) {
    const other = index.get(live.uri)
    if (!other) index.set(live.uri, live)
    else report(live, [{ path: 'descriptor.uri', message: `"${live.uri}" is the address of the app ${other.id}.` }])
  }
  return index
}
