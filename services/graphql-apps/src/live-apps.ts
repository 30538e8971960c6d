import { type ChangeLog, createLiveTable, type LiveTable } from '@sluice/change-log'
import { type AppDocument, appDocument, type FieldError, fieldErrors } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { appsNamespace } from './adapters/document-app-store.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { etagOf, parseAppId, uriOf } from './domain/app-identity.ts'
import type { CompiledApp } from './domain/app-model.ts'
import { type AppRules, compileApp } from './domain/compile-app.ts'
import { type PreparedDocument, prepareDocument } from './domain/prepare-document.ts'

/** One version of a stored app. */
type LiveApp = { id: string; uri: string; document: AppDocument; etag: string }

/** An app that answers: compiled, with its prepared documents. */
export type ServedApp = { app: CompiledApp; prepare(text: string): PreparedDocument }

export type LiveApps = {
  /** Loads all apps and follows their changes. */
  follow(): Promise<void>
  /** @returns undefined when no app is served there: unknown, disabled, or not usable */
  serve(uri: string): ServedApp | undefined
}

type Backing = { store: Store; changes: ChangeLog; db: string; logger: Logger; rules: AppRules }

const MAX_COMPILED = 200
/** Characters of query text that are kept prepared; a plan is some tens of times its text. */
const MAX_PREPARED_TEXT = 1_000_000
const MAX_REPORTED = 1000

/** All apps in memory in step with the change log, compiled when they are first asked. */
export function createLiveApps({ store, changes, db, logger, rules }: Backing): LiveApps {
  const apps = store.collection(appsNamespace(db))
  const compiled = createBoundedCache<LiveApp, ServedApp | 'unusable'>(MAX_COMPILED)
  const prepared = createBoundedCache<string, PreparedDocument>(MAX_PREPARED_TEXT)
  const reportOnce = createReporter(logger)
  let table: LiveTable<LiveApp> | undefined
  let byUri: Map<string, LiveApp> | undefined

  const read = (stored: Document): LiveApp | undefined => {
    const parsed = appDocument.safeParse(stored)
    const id = String(stored._id)
    const etag = etagOf(stored)
    if (parsed.success) return { id, etag, uri: uriOf(parsed.data), document: parsed.data }
    reportOnce({ id, etag }, fieldErrors(parsed.error))
    return undefined
  }
  const compile = (live: LiveApp): ServedApp | 'unusable' => {
    const result = compileApp(live.document, rules)
    if (result.kind === 'faulty') {
      reportOnce(live, result.faults)
      return 'unusable'
    }
    const { app } = result
    return {
      app,
      prepare: text => prepareOnce(prepared, `${live.id} ${live.etag} ${text}`, () => prepareDocument(app, text)),
    }
  }
  const find = (uri: string): LiveApp | undefined => {
    byUri ??= indexByUri(table?.values() ?? [], reportOnce)
    return byUri.get(uri)
  }

  return {
    async follow() {
      table = await createLiveTable<LiveApp>({
        changes,
        topic: 'apps',
        load: async () => (await apps.find({})).flatMap(stored => entryOf(read(stored))),
        loadOne: async id => {
          const stored = await apps.findOne({ _id: parseAppId(id) })
          return stored && read(stored)
        },
        onChange: () => {
          byUri = undefined
        },
      })
    },
    serve(uri) {
      const live = find(uri)
      if (!live?.document.descriptor.enabled) return undefined
      const known = compiled.get(live) ?? compile(live)
      compiled.set(live, known, 1)
      return known === 'unusable' ? undefined : known
    },
  }
}

const entryOf = (live: LiveApp | undefined): [string, LiveApp][] => (live ? [[live.id, live]] : [])

type Reporter = (app: { id: string; etag: string }, faults: readonly FieldError[]) => void

/** Says once per version what is wrong with an app that did not come through this service's checks. */
function createReporter(logger: Logger): Reporter {
  const reported = new Set<string>()
  return ({ id, etag }, faults) => {
    const version = `${id} ${etag}`
    if (reported.has(version)) return
    if (reported.size >= MAX_REPORTED) reported.clear()
    reported.add(version)
    const first = faults.slice(0, 5).map(({ path, message }) => `${path}: ${message}`)
    logger.error({ app: id, faults: first }, 'app.unusable')
  }
}

function indexByUri(apps: Iterable<LiveApp>, report: Reporter): Map<string, LiveApp> {
  const index = new Map<string, LiveApp>()
  for (const live of apps) {
    const other = index.get(live.uri)
    if (!other) index.set(live.uri, live)
    else report(live, [{ path: 'descriptor.uri', message: `"${live.uri}" is the address of the app ${other.id}.` }])
  }
  return index
}

function prepareOnce(
  cache: ReturnType<typeof createBoundedCache<string, PreparedDocument>>,
  key: string,
  prepare: () => PreparedDocument,
): PreparedDocument {
  const known = cache.get(key)
  if (known) return known
  const prepared = prepare()
  cache.set(key, prepared, key.length)
  return prepared
}
