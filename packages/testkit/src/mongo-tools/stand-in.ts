import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { MongoClient } from 'mongodb'
import { dump } from './dump.ts'
import { exportCollection, importCollection } from './one-collection.ts'
import { restore } from './restore.ts'
import { log, ToolError, type ToolTask } from './task.ts'

// Started as `stand-in.ts <tool> <arguments>`: as much of MongoDB's tools as the scripts in deploy/backup need. It takes
// their options, says what they say (mongo-tools 100.18.0), and lays an archive out like theirs, without checksums.
const TEXT = { type: 'string' } as const
const SWITCH = { type: 'boolean', default: false } as const
const OPTIONS = {
  config: TEXT,
  uri: TEXT,
  db: TEXT,
  collection: TEXT,
  archive: TEXT,
  out: TEXT,
  file: TEXT,
  mode: TEXT,
  gzip: SWITCH,
  oplog: SWITCH,
  oplogReplay: SWITCH,
  dryRun: SWITCH,
  drop: SWITCH,
  version: SWITCH,
  nsExclude: { type: 'string', multiple: true },
} as const

const RUN: Readonly<Record<string, (task: ToolTask) => Promise<void>>> = {
  mongodump: dump,
  mongorestore: restore,
  mongoexport: exportCollection,
  mongoimport: importCollection,
}

async function addressOf({ config, uri }: { config?: string; uri?: string }): Promise<string> {
  if (config === undefined) return uri ?? ''
  const [, quoted] = /^uri: '(.*)'$/m.exec(await readFile(config, 'utf8')) ?? []
  if (quoted === undefined) throw new ToolError(`error parsing config file ${config}`)
  return quoted.replaceAll("''", "'")
}

async function main([tool = '', ...given]: readonly string[]): Promise<void> {
  const args = given.map(arg => (arg === '--archive' ? '--archive=-' : arg))
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.version) return void process.stdout.write(`${tool} version: stand-in\n`)
  const client = await MongoClient.connect(await addressOf(values))
  try {
    await RUN[tool]?.({ nsExclude: [], ...values, client })
  } finally {
    await client.close()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  log(`Failed: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
