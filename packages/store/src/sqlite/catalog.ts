import { decodeExact, encode } from '../bson-codec.ts'
import { InvalidQueryError } from '../errors.ts'
import { compileFilter, type Matcher } from '../matching/filter/filter.ts'
import { sameKeys } from '../matching/index-keys.ts'
import type { Document, IndexDescription, Namespace, Sort } from '../port.ts'
import { bytesOf, type Database, numberOf, textOf } from './database.ts'

export type Index = {
  id: number
  name: string
  paths: readonly string[]
  keys: Sort
  unique: boolean
  sparse: boolean
  expireAfterSeconds?: number
  partial?: Matcher
  partialFilter?: Document
  /** Some document has more than one entry, so an entry does not tell all of a document's values. */
  multikey: boolean
}

/** `documents` and `entries` are the names of its tables. */
export type StoredCollection = { id: number; documents: string; entries: string; indexes: Index[] }

export type StoreCatalog = {
  /** Changes with every change of collections and indexes. */
  version(): number
  find(namespace: Namespace): StoredCollection | undefined
  list(db: string): string[]
  databases(): string[]
  all(): StoredCollection[]
}

export const SCHEMA = `
CREATE TABLE IF NOT EXISTS collections (
  id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (db, name)
);
CREATE TABLE IF NOT EXISTS indexes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL,
  multikey INTEGER NOT NULL DEFAULT 0, UNIQUE (collection, name)
);`

const keyOf = ({ db, collection }: Namespace): string => `${db}\0${collection}`

type IndexSpec = {
  keys: Sort
  unique: boolean
  sparse?: boolean
  expireAfterSeconds?: number
  partialFilter?: Document
}

function toIndex(row: Record<string, unknown>): Index {
  const { keys, unique, sparse, expireAfterSeconds, partialFilter } = decodeExact(bytesOf(row, 'spec'))
  const paths = Object.keys(keys)
  return {
    id: numberOf(row, 'id'),
    name: textOf(row, 'name'),
    paths,
    keys: Object.fromEntries(paths.map(path => [path, Number(keys[path]) === -1 ? -1 : 1])),
    unique: unique === true,
    sparse: sparse === true,
    multikey: numberOf(row, 'multikey') === 1,
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds: Number(expireAfterSeconds) }),
    ...(partialFilter === undefined ? {} : { partialFilter, partial: compileFilter(partialFilter) }),
  }
}

type LoadedCatalog = { version: number; collections: Map<string, StoredCollection> }

function load(database: Database, version: number): LoadedCatalog {
  const byId = new Map<number, StoredCollection>()
  const collections = new Map<string, StoredCollection>()
  for (const row of database.all('SELECT id, db, name FROM collections')) {
    const id = numberOf(row, 'id')
    const collection = { id, documents: `documents_${id}`, entries: `entries_${id}`, indexes: [] }
    byId.set(id, collection)
    collections.set(keyOf({ db: textOf(row, 'db'), collection: textOf(row, 'name') }), collection)
  }
  for (const row of database.all('SELECT id, collection, name, spec, multikey FROM indexes ORDER BY id')) {
    byId.get(numberOf(row, 'collection'))?.indexes.push(toIndex(row))
  }
  return { version, collections }
}

/** The collections and indexes as the connection sees them; loaded again when they have changed. */
export function openCatalog(database: Database): StoreCatalog {
  let loaded: LoadedCatalog | undefined
  const version = () => numberOf(database.get('PRAGMA user_version'), 'user_version')
  const fresh = (): LoadedCatalog => {
    const now = version()
    if (loaded?.version !== now) loaded = load(database, now)
    return loaded
  }
  const names = () => [...fresh().collections.keys()].map(key => key.split('\0'))
  return {
    version,
    find: namespace => fresh().collections.get(keyOf(namespace)),
    list: db =>
      names()
        .flatMap(([of, name]) => (of === db && name !== undefined ? [name] : []))
        .sort(),
    databases: () => [...new Set(names().map(([db = '']) => db))].sort(),
    all: () => [...fresh().collections.values()],
  }
}

/** To be called in the transaction of every change of the catalogue. */
function raiseVersion(database: Database): void {
  const next = numberOf(database.get('PRAGMA user_version'), 'user_version') + 1
  database.exec(`PRAGMA user_version = ${next % 2_000_000_000}`)
}

export function addCollection(database: Database, { db, collection }: Namespace): void {
  const { lastId } = database.run('INSERT INTO collections (db, name) VALUES (?, ?)', db, collection)
  database.exec(
    `CREATE TABLE documents_${lastId} (id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, body BLOB NOT NULL)`,
  )
  database.exec(
    `CREATE TABLE entries_${lastId} (idx INTEGER NOT NULL, key BLOB NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (idx, key, doc)) WITHOUT ROWID`,
  )
  raiseVersion(database)
}

export function removeCollection(database: Database, collection: StoredCollection): void {
  database.run('DELETE FROM indexes WHERE collection = ?', collection.id)
  database.run('DELETE FROM collections WHERE id = ?', collection.id)
  database.exec(`DROP TABLE ${collection.documents}`)
  database.exec(`DROP TABLE ${collection.entries}`)
  raiseVersion(database)
}

export function addIndex(database: Database, collection: StoredCollection, index: { name: string } & IndexSpec): void {
  const { name, ...spec } = index
  const bytes = encode(Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)))
  database.run('INSERT INTO indexes (collection, name, spec) VALUES (?, ?, ?)', collection.id, name, bytes)
  raiseVersion(database)
}

export function removeIndex(database: Database, collection: StoredCollection, index: Index): void {
  database.run(`DELETE FROM ${collection.entries} WHERE idx = ?`, index.id)
  database.run('DELETE FROM indexes WHERE id = ?', index.id)
  raiseVersion(database)
}

export function markMultikey(database: Database, index: Index): void {
  if (index.multikey) return
  index.multikey = true
  database.run('UPDATE indexes SET multikey = 1 WHERE id = ?', index.id)
  raiseVersion(database)
}

/** The index on `_id`, which no collection is without. */
export const ID_INDEX_NAME = '_id_'

/** @throws InvalidQueryError when the hint names no index. @returns undefined for the index on `_id` */
export function hinted(collection: StoredCollection | undefined, hint: string | Sort): Index | undefined {
  const isId = typeof hint === 'string' ? hint === ID_INDEX_NAME : sameKeys(hint, { _id: 1 })
  if (isId) return undefined
  const found = collection?.indexes.find(({ name, keys }) =>
    typeof hint === 'string' ? name === hint : sameKeys(keys, hint),
  )
  if (!found) throw new InvalidQueryError('The hint names no index of this collection.')
  return found
}

/** Without the filters of partial ones: values of theirs would lose their types on the way to another thread. */
export function describeIndexes(collection: StoredCollection): IndexDescription[] {
  const own = collection.indexes.map(({ name, keys, unique, sparse, expireAfterSeconds }) => ({
    name,
    keys,
    unique,
    ...(sparse ? { sparse } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  }))
  return [{ name: ID_INDEX_NAME, keys: { _id: 1 }, unique: true }, ...own]
}
