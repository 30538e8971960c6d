import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { BSON, type Collection, MongoBulkWriteError, type MongoClient } from 'mongodb'
import { z } from 'zod'
import { type Archive, type DescribedCollection, namespaceOf, parseArchive } from './archive.ts'
import { counted, log, ToolError, type ToolTask } from './task.ts'

const BATCH = 500
/** So that every type is written back as it was read. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const
const loose = z.record(z.string(), z.unknown())
const metadataOf = z.object({ options: loose, indexes: z.array(loose.and(z.object({ name: z.string() }))) })

type RestoreCount = { written: number; failed: number }

async function insert(collection: Collection, documents: readonly Uint8Array[]): Promise<RestoreCount> {
  const count = { written: 0, failed: 0 }
  for (let from = 0; from < documents.length; from += BATCH) {
    const batch = documents.slice(from, from + BATCH).map(bytes => BSON.deserialize(bytes, EXACT))
    try {
      count.written += (await collection.insertMany(batch, { ordered: false })).insertedCount
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error
      count.written += error.result.insertedCount
      count.failed += batch.length - error.result.insertedCount
    }
  }
  return count
}

async function make(
  client: MongoClient,
  { db, collection, metadata }: DescribedCollection,
  drop: boolean,
): Promise<Collection> {
  const { options } = metadataOf.parse(BSON.EJSON.parse(metadata, { relaxed: true }))
  const there = await client.db(db).listCollections({ name: collection }, { nameOnly: true }).toArray()
  if (there.length > 0 && drop) await client.db(db).dropCollection(collection)
  if (there.length === 0 || drop) await client.db(db).createCollection(collection, options)
  return client.db(db).collection(collection)
}

async function makeIndexes(client: MongoClient, { db, collection, metadata }: DescribedCollection): Promise<void> {
  const { indexes } = metadataOf.parse(BSON.EJSON.parse(metadata, { relaxed: true }))
  const wanted = indexes.filter(({ name }) => name !== '_id_')
  if (wanted.length > 0) await client.db(db).command({ createIndexes: collection, indexes: wanted })
}

/** Takes `*` for any text, as namespaces of the tools are written. */
function isExcluded(one: DescribedCollection, patterns: readonly string[]): boolean {
  const expressions = patterns.map(pattern => pattern.replaceAll('.', '\\.').replaceAll('*', '.*'))
  return expressions.some(expression => new RegExp(`^${expression}$`).test(namespaceOf(one)))
}

async function write({ described, documents }: Archive, { client, drop, nsExclude }: ToolTask): Promise<RestoreCount> {
  const total = { written: 0, failed: 0 }
  const wanted = described.filter(one => !isExcluded(one, nsExclude))
  for (const one of wanted) {
    const collection = await make(client, one, drop)
    const { written, failed } = await insert(collection, documents.get(namespaceOf(one)) ?? [])
    total.written += written
    total.failed += failed
    const outcome = `${counted(written, 'document')}, ${counted(failed, 'failure')}`
    log(`finished restoring \`${namespaceOf(one)}\` (${outcome})`)
  }
  for (const one of wanted) await makeIndexes(client, one)
  return total
}

export async function restore(task: ToolTask): Promise<void> {
  if (task.oplogReplay) throw new ToolError('no oplog file to replay; make sure you run mongodump with --oplog')
  const bytes = await readFile(task.archive ?? '')
  const archive = parseArchive(task.gzip ? gunzipSync(bytes) : bytes)
  if (task.dryRun) return log('dry run completed')
  const { written, failed } = await write(archive, task)
  log(`${written} document(s) restored successfully. ${failed} document(s) failed to restore.`)
}
