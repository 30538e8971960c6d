import { type ChangeLog, createLiveTable, type LiveTable } from '@sluice/change-log'
import { type AppDocument, appDocument, formatId } from '@sluice/contracts'
import type { Document, Store } from '@sluice/store'
import { ObjectId } from 'bson'

/** A GraphQL app that is live and that its owner has not kept from assistants. */
export type ToolApp = { id: string; uri: string; name: string; description: string | undefined; isTrustedOnly: boolean }

export type LiveToolApps = {
  /** Learns of all apps and follows their changes. */
  follow(): Promise<void>
  /** The apps by their addresses. */
  current(): readonly ToolApp[]
}

const HEX_ID = /^[0-9a-f]{24}$/

/** The apps in step with the change log: of each a line. The service that runs them judges what is asked of them. */
export function createLiveToolApps({
  store,
  changes,
  db,
}: {
  store: Store
  changes: ChangeLog
  db: string
}): LiveToolApps {
  const apps = store.collection({ db, collection: 'gql-apps' })
  let table: LiveTable<ToolApp> | undefined
  let sorted: readonly ToolApp[] | undefined

  return {
    async follow() {
      table = await createLiveTable<ToolApp>({
        changes,
        topic: 'apps',
        async load() {
          const found: [string, ToolApp][] = []
          for await (const batch of apps.scan({})) {
            for (const stored of batch) {
              const app = toToolApp(stored)
              if (app) found.push([app.id, app])
            }
          }
          return found
        },
        async loadOne(id) {
          const stored = await apps.findOne({ _id: HEX_ID.test(id) ? new ObjectId(id) : id })
          return stored && toToolApp(stored)
        },
        onChange() {
          sorted = undefined
        },
      })
    },
    current() {
      sorted ??= [...(table?.values() ?? [])].sort((a, b) => (a.uri < b.uri ? -1 : 1))
      return sorted
    },
  }
}

function toToolApp(stored: Document): ToolApp | undefined {
  const parsed = appDocument.safeParse(stored)
  return parsed.success && isOffered(parsed.data) ? describeApp(parsed.data) : undefined
}

const isOffered = ({ descriptor }: AppDocument): boolean => descriptor.enabled && descriptor.mcp !== false

function describeApp({ _id, descriptor: { uri, name, description, documents } }: AppDocument): ToolApp {
  const id = formatId(_id)
  return { id, uri: uri ?? id, name, description, isTrustedOnly: documents === 'trusted' }
}
