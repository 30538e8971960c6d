import { createWriteStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BSON, type MongoClient } from 'mongodb'
import {
  type ArchiveNamespace,
  blockHeadOf,
  type DescribedCollection,
  namespaceOf,
  preludeOf,
  terminator,
} from './archive.ts'
import { counted, log, ToolError, type ToolTask } from './task.ts'

const NOT_DUMPED: ReadonlySet<string> = new Set(['local', 'config'])

async function databasesOf(client: MongoClient): Promise<string[]> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  return databases.map(({ name }) => name).filter(name => !NOT_DUMPED.has(name))
}

async function describe(client: MongoClient, db: string): Promise<DescribedCollection[]> {
  const found = await client.db(db).listCollections({ type: 'collection' }, { nameOnly: false }).toArray()
  const own = found.filter(({ name }) => !name.startsWith('system.'))
  return Promise.all(
    own.map(async ({ name: collection, options }) => {
      const indexes = await client.db(db).collection(collection).indexes()
      const metadata = { indexes, uuid: '', collectionName: collection, type: 'collection', options: options ?? {} }
      return { db, collection, metadata: BSON.EJSON.stringify(metadata, { relaxed: false }) }
    }),
  )
}

async function* documentsOf(client: MongoClient, { db, collection }: ArchiveNamespace): AsyncGenerator<Buffer> {
  const found = client.db(db).collection(collection).find({}, { raw: true })
  for await (const document of found) if (Buffer.isBuffer(document)) yield document
}

async function* write(client: MongoClient, all: readonly DescribedCollection[], where: string): AsyncGenerator<Buffer> {
  yield preludeOf(all)
  for (const one of all) {
    log(`writing \`${namespaceOf(one)}\` to ${where}`)
    let count = 0
    yield blockHeadOf(one, false)
    for await (const document of documentsOf(client, one)) {
      count += 1
      yield document
    }
    yield Buffer.concat([terminator(), blockHeadOf(one, true), terminator()])
    log(`done dumping \`${namespaceOf(one)}\` (${counted(count, 'document')})`)
  }
}

export async function dump({ client, db, archive = '', gzip, oplog }: ToolTask): Promise<void> {
  if (oplog) throw new ToolError('error finding oplog: this stand-in of mongodump does not read it')
  const databases = db === undefined ? await databasesOf(client) : [db]
  const all = (await Promise.all(databases.map(name => describe(client, name)))).flat()
  const where = archive === '-' ? 'archive on stdout' : `archive '${archive}'`
  const target = archive === '-' ? process.stdout : createWriteStream(archive)
  await pipeline(Readable.from(write(client, all, where)), gzip ? createGzip() : new PassThrough(), target)
}
