import { join } from 'node:path'
import { BackendUnavailableError } from './backend.ts'
import { findExecutable, isExecutable } from './executable.ts'
import { runInstaller } from './install.ts'
import { cacheFolder } from './own-folder.ts'
import { provideWheel } from './wheel.ts'

export type MongoServer = {
  command: string
  args: readonly string[]
  note: string
  isSlow?: boolean
}

const CRATE = 'secantus-mdb'
const CRATE_VERSION = '0.5.3-beta.196'
const WHEEL = 'secantusdb==0.7.0b3'

const DURABLE = ['--sync-on-commit', '--cache-size', '256M']
/** Log files are allocated in full; the default makes an empty store of 128 MB. */
const COMPILED_ARGS = [...DURABLE, '--log-file-max', '16MB']

const compiledName = (): string => join(cacheFolder(), '..', 'secantus', 'bin', 'secantusd-rs')

async function compile(): Promise<MongoServer | undefined> {
  const cargo = await findExecutable('cargo')
  if (!cargo) return undefined
  const root = join(compiledName(), '..', '..')
  const args = ['install', CRATE, '--version', CRATE_VERSION, '--locked', '--ignore-rust-version', '--root', root]
  const done = await runInstaller({ what: `${CRATE} ${CRATE_VERSION} (about 7 minutes, once)`, command: cargo, args })
  return done ? { command: compiledName(), args: COMPILED_ARGS, note: `secantusd-rs, compiled to ${root}` } : undefined
}

/** No compiler needed; about ten times slower. */
async function installWheel(): Promise<MongoServer | undefined> {
  const installed = await provideWheel(WHEEL)
  if (!installed) return undefined
  const { python, folder } = installed
  return {
    command: '/usr/bin/env',
    args: [`PYTHONPATH=${folder}`, python, '-c', 'from secantus.cli import main; main()', ...DURABLE],
    note: `secantusd-py in ${folder}, the slow fall-back`,
    isSlow: true,
  }
}

/**
 * The best server of the MongoDB wire protocol that this machine has or can install: the one in the cache or on the
 * PATH, one compiled with cargo, the one from PyPI.
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
