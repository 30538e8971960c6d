import { type AppDocument, appDocument, type FieldError, fieldErrors, formatId } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { appDocuments } from './adapters/app-documents.ts'
import { appsNamespace } from './adapters/document-app-store.ts'
import { etagOf, parseAppId } from './domain/app-identity.ts'
import type { TrustedDocuments } from './ports/app-store.ts'

/** A stored app as it was read. */
export type StoredApp = { id: string; etag: string; document: AppDocument }

/** Says what is wrong with an app that did not come through this service's checks. */
export type ReportFaults = (app: { id: string; etag: string }, faults: readonly FieldError[]) => void

type Dependencies = { store: Store; db: string; report: ReportFaults }

const MAX_REPORTED = 1000

export type AppReader = ReturnType<typeof createAppReader>

/** Reads stored apps. One that is none is reported and left out. */
export function createAppReader({ store, db, report }: Dependencies) {
  const apps = store.collection(appsNamespace(db))
  const documents = appDocuments({ store, db })

  const read = (stored: Document): StoredApp | undefined => {
    const parsed = appDocument.safeParse(stored)
    const id = formatId(stored._id)
    const etag = etagOf(stored)
    if (parsed.success) return { id, etag, document: parsed.data }
    report({ id, etag }, fieldErrors(parsed.error))
    return undefined
  }

  return {
    async *all(): AsyncIterable<StoredApp> {
      for await (const batch of apps.scan({})) {
        for (const stored of batch) {
          const app = read(stored)
          if (app) yield app
        }
      }
    },
    async one(id: string): Promise<StoredApp | undefined> {
      const stored = await apps.findOne({ _id: parseAppId(id) })
      return stored && read(stored)
    },
    trustedDocuments: (id: string): Promise<TrustedDocuments> => documents.list(id),
  }
}

type ToldFaults = { app: string; faults: readonly string[] }

/** Logs what takes an app off line, once per version. */
export const reportUnusable = (logger: Logger): ReportFaults => reportOnce(told => logger.error(told, 'app.unusable'))

/** Logs what a stored app goes on with and could not be saved with, once per version. */
export const reportFlawed = (logger: Logger): ReportFaults => reportOnce(told => logger.warn(told, 'app.flawed'))

function reportOnce(log: (told: ToldFaults) => void): ReportFaults {
  const reported = new Set<string>()
  return ({ id, etag }, faults) => {
    const version = `${id} ${etag}`
    if (reported.has(version)) return
    if (reported.size >= MAX_REPORTED) reported.clear()
    reported.add(version)
    const first = faults.slice(0, 5).map(({ path, message }) => `${path}: ${message}`)
    log({ app: id, faults: first })
  }
}
