import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'

const results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), status: z.string() })),
    }),
  ),
})
/** What jest says of a run. */
export type JestResults = z.infer<typeof results>

/** How a run of jest ended: with 0 where every file passed, and with what it says of each. */
export type JestRun = { readonly status: number; readonly results: JestResults }

type RunSettings = {
  /** For jest, as they are typed. */
  readonly options: readonly string[]
  /** Where the results are put. */
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
}

/** The folder in which jest keeps which files there are, for the next run too. */
const JEST_CACHE = join(tmpdir(), 'sluice-jest')

const { scripts } = z
  .object({ scripts: z.object({ jest: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
/**
 * Jest with its flags of node, as `npm run jest` has them. `--no-sparkplug`: the garbage collector of Node.js 24 crashes a
 * worker now and then without it (nodejs/node#62393).
 */
const [, ...JEST] = scripts.jest.split(' ')

/** After this long something hangs that no limit of a single test ends; a run takes half of it. */
const LIMIT_MS = 65 * 60_000

class JestError extends Error {}

async function runOnce({ options, folder, environment }: RunSettings): Promise<JestRun> {
  const file = join(folder, 'results.json')
  rmSync(file, { force: true })
  const jest = spawn(
    process.execPath,
    [
      ...JEST,
      // Before an option with one value: a list takes all paths that follow.
      '--reporters=default',
      '--reporters=<rootDir>/tools/test-run/unfinished-files-reporter.ts',
      '--json',
      `--cacheDirectory=${JEST_CACHE}`,
      `--outputFile=${file}`,
      ...options,
    ],
    // What tests print comes from their processes, to standard output.
    { stdio: ['ignore', process.stderr.fd, 'inherit'], env: environment },
  )
  const forward = (signal: NodeJS.Signals) => jest.kill(signal)
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, forward)
  const limit = setTimeout(() => {
    console.error(`The tests have not ended within ${LIMIT_MS / 60_000} minutes.`)
    jest.kill('SIGKILL')
  }, LIMIT_MS)
  const [code] = await once(jest, 'exit')
  clearTimeout(limit)
  for (const signal of signals) process.off(signal, forward)
  if (!existsSync(file)) throw new JestError(`Jest ended with ${code} and without results`)
  return { status: typeof code === 'number' ? code : 1, results: results.parse(JSON.parse(readFileSync(file, 'utf8'))) }
}

/**
 * A check inside of V8 that failed, or code of the machine's that it could not run: the runtime is at fault, whatever a
 * test did. A worker that ran out of memory, that was killed, or that a library of ours broke (SIGSEGV) is a failure.
 */
const RUNTIME_CRASH = /A worker of the tests has ended: signal=(SIGTRAP|SIGILL)\b/

/**
 * The files of which nothing is known, because Node.js itself crashed while it ran them (`jit_page.has_value()` of V8 13:
 * one file in a thousand).
 */
export function crashedFiles({ testResults }: JestResults): string[] {
  const isCrashed = ({ status, message }: JestResults['testResults'][number]) =>
    status === 'failed' && RUNTIME_CRASH.test(message)
  return testResults.filter(isCrashed).map(({ name }) => name)
}

/** A real backend or a busy machine is at fault in a file or two; where more fail, the change is. */
const MAX_REPEATED = 3
const ON_BACKENDS = /\.int\.spec\.ts$/

/**
 * The files that are run once more, with nothing beside them: those on real backends that failed, where they are few. What
 * Node.js itself crashed is not among them.
 */
export function repeatableFiles(results: JestResults): string[] {
  const crashed = new Set(crashedFiles(results))
  const failed = results.testResults.filter(({ name, status }) => status === 'failed' && !crashed.has(name))
  const isRepeatable = failed.length <= MAX_REPEATED && failed.every(({ name }) => ON_BACKENDS.test(name))
  return isRepeatable ? failed.map(({ name }) => name) : []
}

/** A run and what was run again of it, as one: the second word about a file counts. */
export function mergeRuns(first: JestRun, again: JestRun): JestRun {
  const repeated = new Set(again.results.testResults.map(({ name }) => name))
  const kept = first.results.testResults.filter(({ name }) => !repeated.has(name))
  return {
    status: kept.some(({ status }) => status === 'failed') ? first.status : again.status,
    results: { testResults: [...kept, ...again.results.testResults] },
  }
}

/**
 * The tests of one service or package on real backends. They wait more than they compute: four at once fill two processors.
 * Jest asks a pattern for the path within the project and for the whole one; the start is named, as one of both has to fit.
 */
const WAITING = `(?:${RegExp.escape(process.cwd())}/)?(packages|services)/.+\\.int\\.spec\\.ts$`
const WAITING_AT_ONCE = 4

/** The runs that the whole is made of, each with its options: what waits, then all else, which fills two processors by two. */
export const PARTS: readonly (readonly string[])[] = [
  ['--selectProjects=integration', `--maxWorkers=${WAITING_AT_ONCE}`, `--testPathPatterns=^${WAITING}`],
  [`--testPathPatterns=^(?!${WAITING})`],
]

async function runParts(settings: RunSettings): Promise<JestRun> {
  const runs: JestRun[] = []
  for (const part of settings.options.length > 0 ? [settings.options] : PARTS) {
    runs.push(await runOnce({ ...settings, options: part }))
  }
  return {
    status: Math.max(...runs.map(({ status }) => status)),
    results: { testResults: runs.flatMap(({ results: { testResults } }) => testResults) },
  }
}

type WholeRun = JestRun & {
  /** The files that failed first and passed when they were run once more. */
  readonly unsteady: readonly string[]
}

/**
 * Runs jest: all tests, or those that the options choose. A file whose worker was ended by a crash of Node.js itself is run once more, and so are a few files on real
 * backends that failed, alone then; both is told. In a nightly run whatever fails has failed.
 * @throws {JestError} it left no results
 */
export async function runJest(settings: RunSettings): Promise<WholeRun> {
  let run = await runParts(settings)
  const crashed = crashedFiles(run.results)
  const failed = settings.environment.SLUICE_NIGHTLY ? [] : repeatableFiles(run.results)
  for (const file of crashed) console.error(`NODE.JS CRASHED, run once more: ${relative('.', file)}`)
  for (const file of failed) console.error(`FAILED, run once more, alone: ${relative('.', file)}`)
  for (const [files, alone] of [
    [crashed, []],
    [failed, ['--runInBand', '--forceExit']],
  ] as const) {
    if (files.length === 0) continue
    run = mergeRuns(run, await runOnce({ ...settings, options: [...alone, '--runTestsByPath', ...files] }))
  }
  const passed = new Set(run.results.testResults.filter(({ status }) => status === 'passed').map(({ name }) => name))
  return { ...run, unsteady: failed.filter(file => passed.has(file)) }
}
