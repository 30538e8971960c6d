import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConsoleFiles, openConsoleFiles } from './console-files.ts'
import { sourceStamp } from './source-stamp.ts'

/** `missing`: nothing can be built here; `advice` says what to do. */
export type ConsoleState =
  | { kind: 'ready'; files: ConsoleFiles }
  | { kind: 'building' }
  | { kind: 'missing'; advice: string }

/** Told of a build that failed, with the end of what it said. */
type BuildObserver = { failed(said: string): void; built(seconds: number): void }

export type ConsoleHost = {
  state(): ConsoleState
  /** Looks for files with the stamp of the sources, and has them built where there are none. Waits for nothing. */
  start(): void
  stop(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BUILDER = fileURLToPath(new URL('../build/build-console.ts', import.meta.url))
const LONGEST_BUILD_MS = 300_000
const SAID_CHARACTERS = 2_000
const ADVICE = 'Type "npm ci && npm run build:console" in the folder of Sluice, then start it again.'

/** An image brings the files here; a checkout keeps those of each stamp at `cachedAt`. */
const builtInto = () => join(ROOT, 'packages/console/dist')
export const cachedAt = (stamp: string): string => join(ROOT, 'node_modules/.cache/sluice-console', stamp)

/** The files of the console, from the moment they are there. */
export function createConsoleHost(observer: BuildObserver): ConsoleHost {
  let state: ConsoleState = { kind: 'building' }
  let child: ChildProcess | undefined
  let isStopped = false

  async function open(): Promise<void> {
    const stamp = await sourceStamp(ROOT)
    const found = (await openConsoleFiles(builtInto(), stamp)) ?? (await openConsoleFiles(cachedAt(stamp), stamp))
    if (found) {
      state = { kind: 'ready', files: found }
      return
    }
    if (!canBuild()) {
      state = { kind: 'missing', advice: ADVICE }
      return
    }
    if (!isStopped) await build(stamp)
  }

  async function build(stamp: string): Promise<void> {
    const startedAt = performance.now()
    const outcome = await runBuilder(cachedAt(stamp), started => {
      child = started
    })
    child = undefined
    if (isStopped) return
    const files = await openConsoleFiles(cachedAt(stamp), stamp)
    if (files) {
      state = { kind: 'ready', files }
      observer.built(Math.round((performance.now() - startedAt) / 1_000))
      return
    }
    state = { kind: 'missing', advice: `The build has failed: see the log. ${ADVICE}` }
    observer.failed(outcome)
  }

  return {
    state: () => state,
    start() {
      open().catch((error: unknown) => {
        state = { kind: 'missing', advice: ADVICE }
        observer.failed(String(error))
      })
    },
    async stop() {
      isStopped = true
      child?.kill('SIGKILL')
    },
  }
}

/** What builds is a package for development: an image does not have it. */
function canBuild(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}

/** @returns the end of what the builder said */
function runBuilder(directory: string, onStart: (child: ChildProcess) => void): Promise<string> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [BUILDER, directory], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LONGEST_BUILD_MS,
    })
    onStart(child)
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-SAID_CHARACTERS)
    })
    child.once('error', error => resolve(String(error)))
    child.once('close', () => resolve(said))
  })
}
