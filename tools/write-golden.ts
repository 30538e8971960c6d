// `npm run golden`: writes what this version stores and sends into golden/<version>, once, at its release. What is there is
// never written again, as the next versions are held against it: docs/how-to/release.md.
// `-- --as <version>-next` writes what the next one is to store, before it is out.
import './golden/fixed-chance.ts'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import type { Bus, IncomingRecord } from '@sluice/bus'
import { exchangeCompleted } from '@sluice/contracts'
import type { Document, Namespace, Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { readArguments } from '@sluice/testkit/arguments'
import { formatGoldenDocuments, GOLDEN_DB, type GoldenScene } from '@sluice/testkit/golden'
import { z } from 'zod'
import { encodeClaim, shareOut } from '../packages/bus/src/kafka/group/member-protocol.ts'
import { writeGolden as writeData } from '../services/data/src/testing/write-golden.ts'
import {
  GOLDEN_SEGMENT_FILE,
  goldenRecords,
  goldenSegment,
  writeGoldenPlugins,
  writeGoldenProcess,
  writeGoldenSignIns,
} from '../services/gateway/src/testing/write-golden.ts'
import { writeGolden as writeApps } from '../services/graphql-apps/src/testing/write-golden.ts'
import { writeGolden as writeKeys } from '../services/keys/src/testing/write-golden.ts'
import { writeGolden as writeWebhooks } from '../services/webhook-dispatcher/src/testing/write-golden.ts'
import { goldenHeaders } from './golden/golden-headers.ts'
import { openGoldenScene } from './golden/open-golden-scene.ts'

/** So far off that no retention ends what is in the bus of a test. */
const NEVER_OLD_MS = Date.UTC(2100, 0)
const TOPIC = exchangeCompleted.name

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
const { values } = readArguments('usage: npm run golden [-- [--as=<version>] [--to=<folder>]]', {
  options: { to: { type: 'string', default: 'golden' }, as: { type: 'string', default: version } },
})
const folder = join(values.to, values.as)
if (existsSync(folder)) {
  console.error(
    `${folder} is there, and stays as it is. Raise the version in package.json before its golden files are written.`,
  )
  process.exit(1)
}

const directory = mkdtempSync(join(tmpdir(), 'sluice-golden-'))
try {
  await write(directory)
} finally {
  rmSync(directory, { recursive: true })
}

async function write(within: string): Promise<void> {
  const { scene, busFile, close } = await openGoldenScene(within)
  const notices: string[] = []
  await scene.signals.subscribe(`changes.${GOLDEN_DB}`, { message: text => void notices.push(text), gap() {} })
  const credentials = await writeDocuments(scene)
  const documents = await readDocuments(scene.store)
  const positions = await scene.store.collection({ db: GOLDEN_DB, collection: '_changeCounters' }).find({})
  const records = goldenRecords()
  await scene.bus.send(TOPIC, records)
  await commitFirst(scene.bus, records[0]?.key)
  const storeFile = await writeStoreFile(scene.store, documents, join(within, 'copy.sqlite'))
  await close()

  put('documents.json', formatGoldenDocuments(documents))
  put('credentials.json', json(credentials))
  // The API of a version that is not out may change.
  if (values.as === version) put('openapi.json', readFileSync('packages/sdk/openapi.json', 'utf8'))
  put('notices.json', json(notices.map(text => JSON.parse(text))))
  put('headers.json', json(goldenHeaders(positions.map(({ _id, sequence }) => `${_id}=${sequence}`).join(','))))
  const asText = (value: Uint8Array) => Buffer.from(value).toString('base64')
  put('bus.json', json(records.map(({ key, value, headers }) => ({ key, value: asText(value), headers }))))
  put('kafka-group.json', json(goldenGroup()))
  put(`spool/${GOLDEN_SEGMENT_FILE}`, goldenSegment())
  put('store.sqlite.gz', compact(storeFile, within))
  put('bus.sqlite.gz', compact(busFile, within, `UPDATE records SET at = ${NEVER_OLD_MS}`))
  console.log(`Written: ${folder}`)
}

/** @returns what clients hold of it */
async function writeDocuments(scene: GoldenScene) {
  await writeData(scene)
  await writeGoldenPlugins(scene)
  await writeGoldenProcess(scene)
  await writeKeys(scene)
  const credentials = await writeGoldenSignIns(scene)
  await writeApps(scene)
  await writeWebhooks(scene)
  return credentials
}

async function readDocuments(store: Store): Promise<Record<string, Document[]>> {
  const found: Record<string, Document[]> = {}
  for (const collection of await store.listCollections(GOLDEN_DB)) {
    const documents = await store.collection({ db: GOLDEN_DB, collection }).find({}, { sort: { _id: 1 } })
    if (documents.length > 0) found[collection] = documents
  }
  return found
}

/** The data file that a standalone instance would have of it: written in one order, whichever way it came about. */
async function writeStoreFile(from: Store, documents: Record<string, Document[]>, path: string): Promise<string> {
  const to = await openSqliteStore({ path })
  for (const [collection, some] of Object.entries(documents)) {
    const namespace: Namespace = { db: GOLDEN_DB, collection }
    for (const { keys, unique, ...options } of (await from.collection(namespace).listIndexes()).slice(1)) {
      await to.collection(namespace).createIndex(keys, { ...options, unique })
    }
    await to.collection(namespace).insertMany(some)
  }
  await to.close()
  return path
}

/** Has a group done with this record, and with no other. */
async function commitFirst(bus: Bus, key: string | undefined): Promise<void> {
  const found = Promise.withResolvers<IncomingRecord>()
  let generation = 0
  const consumer = await bus.consume(
    { topic: TOPIC, group: 'golden-readers' },
    {
      assigned(given) {
        generation = given
      },
      revoked() {},
      record: record => record.key === key && found.resolve(record),
    },
  )
  const { partition, offset } = await found.promise
  await consumer.commit(generation, new Map([[partition, offset + 1n]]))
  await consumer.close()
}

/** What members of a group tell each other through Kafka: a member's claim, and its share. */
function goldenGroup() {
  const claim = encodeClaim(TOPIC, { generation: 7, owned: [1, 4], nonce: 42 })
  const partitions = [0, 1, 2, 3, 4, 5]
  const members = [{ memberId: 'member-1', memberMetadata: claim }]
  const [share] = shareOut({ topic: TOPIC, partitions, members })
  return { claim: claim.toString('hex'), share: share?.memberAssignment.toString('hex') }
}

/** The file with its log taken in and without gaps, compressed. */
function compact(path: string, within: string, change = ''): Buffer {
  const copy = join(within, 'compact.sqlite')
  const database = new DatabaseSync(path)
  database.exec(change)
  database.prepare('VACUUM INTO ?').run(copy)
  database.close()
  const bytes = gzipSync(readFileSync(copy))
  rmSync(copy)
  return bytes
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

function put(name: string, content: string | Uint8Array): void {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
}
