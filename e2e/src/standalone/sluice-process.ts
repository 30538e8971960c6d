import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { temporaryDirectory } from '@sluice/testkit'
import { keepMetrics } from '@sluice/testkit/leftovers'
import { commandOf } from '../cluster/service-process.ts'

const API = /^ +API +(\S+)/
const BANNER_END = /^Stop with Ctrl-C/
const START_LIMIT_MS = 60_000

/** The process ended, or said nothing, instead of getting ready. Carries what it printed. */
class StartFailedError extends Error {
  override name = 'StartFailedError'
}

export type SluiceProcess = {
  pid: number
  url: string
  adminUrl: string
  /** Everything it printed on standard output. */
  printed(): string
  /** Everything that it logged since it was ready, and before that on standard error. */
  logged(): string
  /** The commands of the walk that it printed, in order; empty when there is no new demo. */
  walk(): string[]
  ownerPassword: string
  /** Ends it as a crash would. Resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it as Ctrl-C does. @returns its exit code */
  interrupt(): Promise<number>
}

type ProcessStart = {
  /** Processors to pin it to, as taskset names them. */
  cores?: string
  /** It is given up after this, in ms. */
  patienceMs?: number
}

/**
 * Starts a standalone Sluice on free ports and waits until it says that it is ready. It logs everything; what it prints and
 * its last metrics stay in the temporary directory, which `npm test` searches for secrets.
 */
export async function startSluice(
  settings: Readonly<Record<string, string>>,
  { cores = '', patienceMs = START_LIMIT_MS }: ProcessStart = {},
): Promise<SluiceProcess> {
  const folder = await temporaryDirectory()
  const child = spawnSluice(settings, folder, cores)
  const output: string[] = []
  child.stderr?.on('data', chunk => output.push(String(chunk)))
  const lines = await readUntilReady(child, output, patienceMs)
  child.stdout?.on('data', chunk => output.push(String(chunk)))
  const find = (pattern: RegExp) => lines.map(line => pattern.exec(line)?.[1]).find(found => found !== undefined) ?? ''
  const adminUrl = find(/health and metrics +(\S+)/)
  const endBy = async (signal: NodeJS.Signals) => {
    if (isAlive(child)) await keepMetrics(adminUrl, folder)
    return end(child, signal)
  }
  return {
    pid: child.pid ?? 0,
    url: find(API),
    adminUrl,
    ownerPassword: find(/user admin, password (\S+)/),
    printed: () => lines.join('\n'),
    logged: () => output.join(''),
    walk: () => lines.filter(line => /^ +(ISSUED=|ASSISTANT=|curl )/.test(line)).map(line => line.trim()),
    kill: () => endBy('SIGKILL').then(() => undefined),
    interrupt: () => endBy('SIGINT'),
  }
}

/** Runs a Sluice that is expected to refuse. @returns its exit code and all that it printed */
export async function runSluice(
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number; printed: string }> {
  const child = spawnSluice(settings, await temporaryDirectory())
  let printed = ''
  child.stdout?.on('data', chunk => {
    printed += String(chunk)
  })
  child.stderr?.on('data', chunk => {
    printed += String(chunk)
  })
  const [code] = await once(child, 'close')
  return { code: Number(code), printed }
}

function spawnSluice(settings: Readonly<Record<string, string>>, folder: string, cores = ''): ChildProcess {
  const env = { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'debug', ...settings }
  const options = { env, stdio: ['ignore', 'pipe', 'pipe'] satisfies StdioOptions }
  // taskset replaces itself by the command, so that the process id is Sluice's.
  const [program = '', ...parameters] = [
    ...(cores ? ['/usr/bin/taskset', '-c', cores] : []),
    ...commandOf('standalone'),
  ]
  const child = spawn(program, parameters, options)
  const keep = (chunk: Buffer) => appendFileSync(join(folder, 'output.log'), chunk)
  for (const output of [child.stdout, child.stderr]) output?.on('data', keep)
  return child
}

async function readUntilReady(child: ChildProcess, output: readonly string[], patienceMs: number): Promise<string[]> {
  const lines: string[] = []
  if (!child.stdout) throw new StartFailedError('no standard output')
  const limit = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  let isReady = false
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    isReady = BANNER_END.test(line)
    if (isReady) break
  }
  clearTimeout(limit)
  if (!isReady) throw new StartFailedError(`Sluice did not get ready:\n${lines.join('\n')}\n${output.join('')}`)
  return lines
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  if (!isAlive(child)) return child.exitCode ?? -1
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return Number(code ?? -1)
}
