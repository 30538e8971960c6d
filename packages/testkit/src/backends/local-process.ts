import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BackendUnavailableError } from './backend.ts'

export type LocalProcessOptions = {
  command: string
  args: readonly string[]
  /** Its working directory; `stdout.log` and `stderr.log` are written here. */
  folder: string
  env?: Readonly<Record<string, string>>
  /** Looked for in what the process writes, from this start on. The match is given to the caller. */
  ready: RegExp
  /** Default 30,000. */
  readyWithinMs?: number
}

export type LocalProcess = {
  /** False also when it ended by itself. */
  isRunning(): boolean
  pid(): number
  /** What `ready` matched at the latest start. */
  matched(): RegExpExecArray
  kill(): Promise<void>
  /** SIGTERM. @returns its exit code; undefined when a signal ended it, in the end SIGKILL after `withinMs`, 30,000 by default */
  terminate(withinMs?: number): Promise<number | undefined>
  /** Starts it again, with other arguments if they are given. */
  start(args?: readonly string[]): Promise<void>
  freeze(): void
  thaw(): void
}

const LOOK_AGAIN_MS = 20
/** What `runService` of the service kit takes at most, and a little. */
const TERMINATE_WITHIN_MS = 30_000

type RunningChild = { child: ChildProcess; guard: ChildProcess; matched: RegExpExecArray; exited: Promise<unknown> }

/**
 * Starts a program and waits until it says that it is ready. It ends with this process, however that ends.
 * @throws BackendUnavailableError when it ends or is silent; the text has the last lines it wrote
 */
export async function startLocalProcess(options: LocalProcessOptions): Promise<LocalProcess> {
  let args = options.args
  let running: RunningChild | undefined = await launch({ ...options, args })
  const current = (): RunningChild => {
    if (!running) throw new BackendUnavailableError(`${options.command} is not running.`)
    return running
  }
  const take = () => {
    const taken = running
    running = undefined
    return taken
  }
  return {
    isRunning: () => running !== undefined && isAlive(running.child),
    pid: () => current().child.pid ?? 0,
    matched: () => current().matched,
    kill: async () => {
      const taken = take()
      if (taken) await end(taken)
    },
    terminate: async (withinMs = TERMINATE_WITHIN_MS) => {
      const taken = take()
      return taken && terminate(taken, withinMs)
    },
    start: async (others = args) => {
      args = others
      running = await launch({ ...options, args })
    },
    freeze: () => void current().child.kill('SIGSTOP'),
    thaw: () => void current().child.kill('SIGCONT'),
  }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

async function end({ child, guard, exited }: Pick<RunningChild, 'child' | 'guard' | 'exited'>): Promise<void> {
  // Otherwise nothing would keep this process for the wait.
  child.ref()
  child.kill('SIGKILL')
  await exited
  guard.kill('SIGKILL')
}

async function terminate(running: RunningChild, withinMs: number): Promise<number | undefined> {
  const { child, exited } = running
  child.ref()
  child.kill('SIGTERM')
  const ended = new AbortController()
  await Promise.race([exited, wait(withinMs, undefined, { signal: ended.signal }).catch(() => undefined)])
  ended.abort()
  await end(running)
  return child.exitCode ?? undefined
}

/** Files and no pipes: a pipe that a child inherits keeps a killed test run open. */
async function launch(options: LocalProcessOptions): Promise<RunningChild> {
  const { command, args, folder, ready, readyWithinMs = 30_000 } = options
  const files = ['stdout.log', 'stderr.log'].map(name => join(folder, name))
  const from = files.map(sizeOf)
  const { child, exited } = await open(options, files)
  const guard = guardOf(child)
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline && isAlive(child)) {
    const matched = files
      .map((file, index) => ready.exec(textFrom(file, from[index] ?? 0)))
      .find(found => found !== null)
    if (matched) return { child, guard, matched, exited }
    await wait(LOOK_AGAIN_MS)
  }
  const ending = child.exitCode ?? child.signalCode
  await end({ child, guard, exited })
  const said = files.map((file, index) => textFrom(file, from[index] ?? 0).slice(-800)).join('\n')
  const fault =
    ending === null ? `did not get ready within ${readyWithinMs} ms` : `ended (${ending}) before it was ready`
  throw new BackendUnavailableError(`${[command, ...args].join(' ')} ${fault}. It wrote:\n${said}`)
}

async function open({ command, args, folder, env }: LocalProcessOptions, files: readonly string[]) {
  const [out, err] = files.map(file => openSync(file, 'a'))
  // In a group of its own: the Ctrl-C of a terminal goes to whoever started it, who ends things in order.
  const options = { cwd: folder, detached: true, env: env && { ...env } }
  const child = spawn(command, args, { ...options, stdio: ['ignore', out, err] })
  const exited = once(child, 'exit')
  exited.catch(() => undefined)
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new BackendUnavailableError(`${command} can't be started: ${error instanceof Error ? error.message : error}`)
  } finally {
    for (const descriptor of [out, err]) if (descriptor !== undefined) closeSync(descriptor)
  }
  child.unref()
  return { child, exited }
}

/** Waits for the end of a pipe that only this process holds, so it also sees a SIGKILL of this process. */
function guardOf({ pid }: ChildProcess): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', `read -r _; kill -9 ${pid ?? 0} 2>/dev/null`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => undefined)
  guard.stdin?.on('error', () => undefined)
  guard.unref()
  if (guard.stdin && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  return guard
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
const textFrom = (file: string, from: number): string => readFileSync(file).subarray(from).toString('utf8')
