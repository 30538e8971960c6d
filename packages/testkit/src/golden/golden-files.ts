import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Document, Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { EJSON } from 'bson'
import { z } from 'zod'
import { temporaryDirectory } from '../temporary-directory.ts'

/** A folder for each version, written by `npm run golden` at its release and never changed. */
const GOLDEN = fileURLToPath(new URL('../../../../golden', import.meta.url))

/** The database that golden documents are of. */
export const GOLDEN_DB = 'sluice'

const documentsByCollection = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

/** The versions whose data this one has to read, the oldest first. */
export const goldenVersions = (): string[] =>
  readdirSync(GOLDEN, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

const readGolden = (version: string, file: string): Buffer => readFileSync(join(GOLDEN, version, file))

/** Whether a version is out; else its folder holds what it is to store. */
export const isReleased = (version: string): boolean => !version.endsWith('-next')

/** @param schema of what the file holds as JSON */
export const readGoldenJson = <T>(schema: z.ZodType<T>, version: string, file: string): T =>
  schema.parse(JSON.parse(readGolden(version, file).toString()))

/** Documents by collection as they are kept: Extended JSON. */
export const formatGoldenDocuments = (documents: Readonly<Record<string, readonly Document[]>>): string =>
  `${EJSON.stringify(documents, undefined, 2)}\n`

/** What a version has stored, by collection, with the types of the store. */
export const goldenDocuments = (version: string): Record<string, Document[]> =>
  documentsByCollection.parse(EJSON.parse(readGolden(version, 'documents.json').toString()))

/** The documents of a version in a store of today's; its own data file is `unpackGolden('store.sqlite')`. */
export async function openGoldenStore(version: string): Promise<Store> {
  const store = await openSqliteStore({ path: join(await temporaryDirectory(), 'store.sqlite') })
  for (const [collection, documents] of Object.entries(goldenDocuments(version))) {
    await store.collection({ db: GOLDEN_DB, collection }).insertMany(documents)
  }
  return store
}

/** A copy of a file that is kept compressed. @returns its path */
export async function unpackGolden(version: string, file: string): Promise<string> {
  const path = join(await temporaryDirectory(), file)
  writeFileSync(path, gunzipSync(readGolden(version, `${file}.gz`)))
  return path
}

/** A copy of a folder. @returns its path */
export async function copyGolden(version: string, folder: string): Promise<string> {
  const path = join(await temporaryDirectory(), folder)
  cpSync(join(GOLDEN, version, folder), path, { recursive: true })
  return path
}
