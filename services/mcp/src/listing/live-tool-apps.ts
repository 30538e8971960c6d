import { createHash } from 'node:crypto'
import { type ChangeLog, createLiveTable, type LiveTable } from '@sluice/change-log'
import { type AppDocument, appDocument, formatId } from '@sluice/contracts'
import type { Document, Store } from '@sluice/store'
import { ObjectId } from 'bson'
import { z } from 'zod'
import { readTrustedOperations, type TrustedOperation } from '../domain/trusted-operations.ts'

/** A GraphQL app that is live and that its owner has not kept from assistants. */
export type ToolApp = {
  id: string
  uri: string
  isTrustedOnly: boolean
  /** Another one when the schema is another. */
  schemaMark: string
  /** The operations of its registered documents. */
  operations: readonly TrustedOperation[]
}

export type LiveToolApps = {
  /** Learns of all apps and follows their changes. */
  follow(): Promise<void>
  /** The apps by their addresses. */
  current(): readonly ToolApp[]
}

type LiveToolAppsOptions = {
  store: Store
  changes: ChangeLog
  db: string
  /** Told right before a change shows. */
  onChange(): void
}

const documentsRow = z.object({ documents: z.record(z.string(), z.string()) })
const HEX_ID = /^[0-9a-f]{24}$/

/** The apps in step with the change log: of each a line. The service that runs them judges what is asked of them. */
export function createLiveToolApps({ store, changes, db, onChange }: LiveToolAppsOptions): LiveToolApps {
  const apps = store.collection({ db, collection: 'gql-apps' })
  const registered = store.collection({ db, collection: 'gqlAppDocuments' })
  let table: LiveTable<ToolApp> | undefined
  let sorted: readonly ToolApp[] | undefined

  async function toToolApp(stored: Document): Promise<ToolApp | undefined> {
    const parsed = appDocument.safeParse(stored)
    if (!parsed.success || !isOffered(parsed.data)) return undefined
    const row = documentsRow.safeParse(await registered.findOne({ _id: formatId(stored._id) }))
    return describeApp(parsed.data, row.data?.documents ?? {})
  }

  return {
    async follow() {
      table = await createLiveTable<ToolApp>({
        changes,
        topic: 'apps',
        async load() {
          const found: [string, ToolApp][] = []
          for await (const batch of apps.scan({})) {
            for (const stored of batch) {
              const app = await toToolApp(stored)
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
          onChange()
        },
      })
    },
    current() {
      sorted ??= [...(table?.values() ?? [])].sort((a, b) => (a.uri < b.uri ? -1 : 1))
      return sorted
    },
  }
}

const isOffered = ({ descriptor }: AppDocument): boolean => descriptor.enabled && descriptor.mcp !== false

function describeApp({ _id, descriptor, schema }: AppDocument, documents: Readonly<Record<string, string>>): ToolApp {
  const id = formatId(_id)
  const { uri = id, name } = descriptor
  const operations = readTrustedOperations({ uri, name, schema, documents })
  const schemaMark = createHash('sha256').update(schema).digest('base64url')
  return { id, uri, isTrustedOnly: descriptor.documents === 'trusted', schemaMark, operations }
}
