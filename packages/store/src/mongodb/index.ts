import type { MongoClient } from 'mongodb'
import { checkDatabaseName } from '../database-name.ts'
import { InvalidQueryError } from '../errors.ts'
import { keepHandles } from '../keep-handles.ts'
import { checkNamespace } from '../namespace.ts'
import type { Collection, Namespace, Store } from '../port.ts'
import { connect, type MongoStoreOptions } from './connect.ts'
import { isExistingCollection } from './driver-errors.ts'
import { findAtOnce } from './find-at-once.ts'
import { gatherInserts, insertWithin } from './gathered/gathered-inserts.ts'
import { gatherReads } from './gathered/gathered-reads.ts'
import { indexMethods } from './indexes.ts'
import { readMethods } from './reads.ts'
import { createGate, DEFAULT_MAX_TIME_MS, type DriverRoute, type RunOperation } from './route.ts'
import { runTransaction } from './transaction.ts'
import { modifyMethods, writeMethods } from './writes.ts'

export { StoreOpenError } from '../open-error.ts'
export type { MongoStoreOptions } from './connect.ts'

const READ = { kind: 'read', ms: DEFAULT_MAX_TIME_MS } as const
const OF_THE_SERVER: ReadonlySet<string> = new Set(['admin', 'config', 'local'])

type Server = { client: MongoClient; run: RunOperation; prefix: string }

function catalogMethods({ client, run, prefix }: Server) {
  const dbOf = (db: string) => client.db(`${prefix}${db}`)
  const has = async ({ db, collection: name }: Namespace) =>
    (await dbOf(db).listCollections({ name }, { nameOnly: true }).toArray()).length > 0
  const ownDatabases = async () => {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
    const names = databases.map(({ name }) => name).filter(name => !OF_THE_SERVER.has(name) && name.startsWith(prefix))
    return names.map(name => name.slice(prefix.length)).sort()
  }
  return {
    now: () =>
      run(READ, async () => {
        const { localTime } = await client.db('admin').command({ hello: 1 })
        return new Date(Number(localTime))
      }),
    createCollection: async namespace => {
      const { db, collection } = checkNamespace(namespace)
      return run({ kind: 'write' }, async () => {
        try {
          // Servers differ on making one a second time with the same options.
          if (await has(namespace)) return false
          checkDatabaseName(db, await ownDatabases())
          await dbOf(db).createCollection(collection)
          return true
        } catch (error) {
          if (isExistingCollection(error)) return false
          throw error
        }
      })
    },
    dropCollection: async namespace => {
      const { db, collection } = checkNamespace(namespace)
      return run({ kind: 'write' }, async () => (await has(namespace)) && dbOf(db).dropCollection(collection))
    },
    listCollections: db =>
      run(READ, async () => {
        const list = await dbOf(db).listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
        return list
          .map(({ name }) => name)
          .filter(name => !name.startsWith('system.'))
          .sort()
      }),
    listDatabases: () => run(READ, ownDatabases),
  } satisfies Partial<Store>
}

const openCollection = (route: DriverRoute): Collection => ({
  ...readMethods(route),
  ...writeMethods(route),
  ...modifyMethods(route),
  ...indexMethods(route),
})

/**
 * The document store on a MongoDB replica set. Writes are acknowledged by a majority and their journals; reads see
 * what a majority has.
 * @throws StoreOpenError within about 12 s, when the server can't be reached, refuses us, or lacks what Sluice needs
 */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  const { prefix = '' } = options
  if (!/^[\w-]*$/.test(prefix)) throw new InvalidQueryError('A prefix of databases has letters, digits, - and _ only.')
  const { client, strictest } = await connect(options)
  const gate = createGate()
  const driverCollection = keepHandles(({ db, collection }) => client.db(`${prefix}${db}`).collection(collection))
  const direct: Omit<DriverRoute, 'collection' | 'insert' | 'readById'> = {
    run: gate.run,
    session: undefined,
    strictest: { level: strictest },
    onUpsertCollision: () => 'again',
  }
  return {
    ...catalogMethods({ client, run: gate.run, prefix }),
    collection: keepHandles(namespace => {
      const collection = driverCollection(namespace)
      const gathered = {
        insert: gatherInserts(collection),
        readById: gatherReads(asked => findAtOnce({ ...direct, collection }, asked)),
      }
      return openCollection({ ...direct, collection, ...gathered })
    }),
    transaction: work =>
      runTransaction({ client, run: gate.run }, inside =>
        work({
          collection: namespace => {
            const collection = driverCollection(namespace)
            const { session } = inside
            const insert = insertWithin(collection, session)
            return openCollection({ ...inside, strictest: undefined, collection, insert, readById: undefined })
          },
        }),
      ),
    close: async () => {
      gate.close()
      await client.close()
    },
  }
}
