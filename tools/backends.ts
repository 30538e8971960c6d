// `npm run backends [mongodb kafka redis]`: the backends of the cluster for development, until it is interrupted. With
// `-- --keep` they go on when the command ends, and tests find them by themselves; `-- --stop` ends those.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endForUsage, readArguments } from '@sluice/testkit/arguments'
import {
  ADDRESS_VARIABLES,
  BACKEND_KINDS,
  type Backend,
  findKept,
  inCache,
  isCi,
  type KeptBackend,
  keepUntilStopped,
  startAll,
  stopKept,
} from '@sluice/testkit/backends'

const flag = { type: 'boolean', default: false } as const
const USAGE = `usage: npm run backends [-- [${BACKEND_KINDS.join('] [')}] [--keep | --stop]]`

// `keeper`: this is the process in the background that `--keep` has started.
const { values, positionals } = readArguments(USAGE, {
  options: { keep: flag, stop: flag, keeper: flag },
  allowPositionals: true,
})
const unknown = positionals.find(name => !BACKEND_KINDS.some(kind => kind === name))
if (unknown !== undefined) endForUsage(`There is no backend "${unknown}".`, USAGE)
const wanted = BACKEND_KINDS.filter(kind => positionals.length === 0 || positionals.includes(kind))
const LOOK_AGAIN_MS = 200

function say({ kind, note, address }: KeptBackend, how: Backend['how'] | 'kept'): void {
  console.log(`# ${kind}: ${how}, ${note}`)
  console.log(`export ${ADDRESS_VARIABLES[kind]}='${address}'`)
}

async function start() {
  const started = await startAll(wanted)
  for (const { kind, reason } of started.absent) console.error(`# ${kind} is not there: ${reason}`)
  if (started.absent.length === 0) return started
  await started.stop()
  process.exit(1)
}

async function runUntilInterrupted(): Promise<void> {
  // Not `once`: the backends' own listener ends the process where it is the last one.
  const interrupted = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  const { backends, stop } = await start()
  for (const backend of backends) say(backend, backend.how)
  console.log('# Ready. Ctrl-C stops what was started here, and removes its data.')
  const alive = setInterval(() => {}, 60_000)
  await interrupted
  clearInterval(alive)
  await stop()
}

const runKeeper = async (): Promise<void> => keepUntilStopped(await start())

/** @returns the exit code */
async function keep(): Promise<number> {
  if (isCi()) {
    console.error('# In CI no backends are kept: each run has its own.')
    return 1
  }
  const kept = await findKept()
  if (kept.length === 0 && !(await startKeeper())) return 1
  for (const backend of await findKept()) say(backend, 'kept')
  console.log(`# ${kept.length > 0 ? 'They were kept already' : 'Ready'}. npm run backends -- --stop ends them.`)
  return 0
}

async function startKeeper(): Promise<boolean> {
  const log = join(await inCache('keeper'), 'keeper.log')
  const file = openSync(log, 'w')
  const args = [fileURLToPath(import.meta.url), '--keeper', ...wanted]
  const keeper = spawn(process.execPath, args, { detached: true, stdio: ['ignore', file, file] })
  closeSync(file)
  const exited = once(keeper, 'exit').then(() => 'exited' as const)
  while ((await findKept()).length === 0) {
    if ((await Promise.race([exited, wait(LOOK_AGAIN_MS)])) === 'exited') {
      console.error(`# The backends could not be started: see ${log}`)
      return false
    }
  }
  keeper.unref()
  return true
}

async function stop(): Promise<void> {
  const stopped = await stopKept()
  if (stopped.length === 0) console.log('# No backends are kept.')
  else console.log(`# ${stopped.map(({ kind }) => kind).join(', ')}: stopped, data removed.`)
}

async function run(): Promise<number> {
  if (values.keep) return keep()
  else if (values.stop) await stop()
  else if (values.keeper) await runKeeper()
  else await runUntilInterrupted()
  return 0
}

// A container's client may keep connections of its own open.
process.exit(await run())
