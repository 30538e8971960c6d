// `npm test [-- --record-seconds]`: every test on real backends, then how many there were, per kind and per adapter, and
// whether what they have left behind holds a secret. How long each file took can be recorded: the longest are started first.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { CHECKED_ANSWERS_VARIABLE } from '@sluice/testkit'
import {
  ABSENT_VARIABLE,
  addressSettings,
  BACKEND_KINDS,
  isCi,
  SLOW_VARIABLE,
  startAll,
} from '@sluice/testkit/backends'
import { z } from 'zod'
import { startLeftoverSearch } from './search-leftovers.ts'
import { recordSeconds } from './test-order/recorded-seconds.ts'

const results = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), status: z.string() })),
    }),
  ),
})
type JestResults = z.infer<typeof results>
type ToolBackendSet = Awaited<ReturnType<typeof startAll>>

/** What the workers of jest are told: where the backends are, and which are not there. */
function environmentOf({ backends, absent }: ToolBackendSet): Record<string, string> {
  const slow = backends.filter(({ isSlow }) => isSlow)
  const namesOf = (some: readonly { kind: string }[]) => some.map(({ kind }) => kind).join(',')
  return { ...addressSettings(backends), [ABSENT_VARIABLE]: namesOf(absent), [SLOW_VARIABLE]: namesOf(slow) }
}

/** The folder in which jest keeps what it has compiled, for the next run too. */
const JEST_CACHE = join(tmpdir(), 'sluice-jest')

const { scripts } = z
  .object({ scripts: z.object({ jest: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
/**
 * Jest with its flags of node, as `npm run jest` has them. `--no-sparkplug`: the garbage collector of Node.js 24 crashes a
 * worker now and then without it (nodejs/node#62393).
 */
const [, ...JEST] = scripts.jest.split(' ')

const RECORD = '--record-seconds'
/** For jest. */
const givenOptions = process.argv.slice(2).filter(option => option !== RECORD)

class JestError extends Error {}

async function runJest(folder: string, started: ToolBackendSet): Promise<{ status: number; results: JestResults }> {
  const file = join(folder, 'results.json')
  const jest = spawn(
    process.execPath,
    [
      ...JEST,
      // Before an option with one value: a list takes all paths that follow.
      '--reporters=default',
      '--reporters=<rootDir>/tools/unfinished-files-reporter.ts',
      '--json',
      `--cacheDirectory=${JEST_CACHE}`,
      `--outputFile=${file}`,
      ...givenOptions,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...environmentOf(started),
        TMPDIR: scratchIn(folder),
        [CHECKED_ANSWERS_VARIABLE]: checkedAnswersIn(folder),
      },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => jest.kill(signal))
  const limit = setTimeout(() => {
    console.error(`The tests have not ended within ${LIMIT_MS / 60_000} minutes.`)
    jest.kill('SIGKILL')
  }, LIMIT_MS)
  const [code] = await once(jest, 'exit')
  clearTimeout(limit)
  if (!existsSync(file)) throw new JestError(`Jest ended with ${code} and without results`)
  return { status: typeof code === 'number' ? code : 1, results: results.parse(JSON.parse(readFileSync(file, 'utf8'))) }
}

/** After this long something hangs that no limit of a single test ends; a run takes half of it. */
const LIMIT_MS = 65 * 60_000

/** How the suites are called that every adapter of a port must pass (`conformance/` of each port). */
const CONFORMANCE = / conformance: /

/** Makes the folder in which the tests put their files. */
function scratchIn(folder: string): string {
  return join(folder, 'scratch')
}

/** The file that gets a byte for each answer that is as the API's description says. */
const checkedAnswersIn = (folder: string): string => join(folder, 'checked-answers')

type TestCount = { passed: number; skipped: number }

function countConformance({ testResults }: JestResults): Map<string, TestCount> {
  const counts = new Map<string, TestCount>()
  for (const { ancestorTitles, status } of testResults.flatMap(file => file.assertionResults)) {
    const suite = ancestorTitles.find(title => CONFORMANCE.test(title))
    if (!suite) continue
    const { passed, skipped } = counts.get(suite) ?? { passed: 0, skipped: 0 }
    counts.set(suite, { passed: passed + Number(status === 'passed'), skipped: skipped + Number(status === 'pending') })
  }
  return counts
}

function skippedSuites({ testResults }: JestResults): string[] {
  const isSkipped = ({ status }: { status: string }) => status === 'pending'
  return testResults.filter(({ assertionResults }) => assertionResults.some(isSkipped)).map(({ name }) => name)
}

const SLOWEST = 15

function timesOf({ testResults }: JestResults) {
  return testResults.map(({ name, startTime, endTime }) => ({ path: name, tookMs: endTime - startTime }))
}

function saySlowest(run: JestResults): void {
  const files = timesOf(run)
  const slowest = files.toSorted((one, other) => other.tookMs - one.tookMs).slice(0, SLOWEST)
  console.log(`The ${slowest.length} slowest of ${files.length} files:`)
  for (const { path, tookMs } of slowest) {
    console.log(`${(tookMs / 1000).toFixed(1).padStart(7)} s  ${relative('.', path)}`)
  }
}

function sayBackends({ backends, absent }: ToolBackendSet): void {
  for (const { kind, how, note } of backends) console.log(`backend ${kind}: ${how}, ${note}`)
  for (const { kind, reason } of absent) console.error(`NO ${kind.toUpperCase()}: ${reason}`)
}

function sayResults(run: JestResults, { absent }: ToolBackendSet): void {
  for (const [suite, { passed, skipped }] of countConformance(run)) {
    console.log(`${suite}: ${passed} checks passed${skipped > 0 ? `, ${skipped} that this server breaks skipped` : ''}`)
  }
  const skipped = absent.length > 0 ? skippedSuites(run) : []
  for (const file of skipped) console.error(`NOT RUN, for want of a backend: ${relative('.', file)}`)
}

function sayCheckedAnswers(folder: string): void {
  const file = checkedAnswersIn(folder)
  const count = existsSync(file) ? statSync(file).size : 0
  console.log(`${count} answers were held against the description of the API.`)
}

async function test(folder: string, started: ToolBackendSet): Promise<number> {
  const startedAt = performance.now()
  sayBackends(started)
  if (started.absent.length > 0 && isCi()) {
    console.error('In CI every backend has to be there. Nothing was tested.')
    return 1
  }
  const search = await startLeftoverSearch(scratchIn(folder), started.backends)
  const run = await runJest(folder, started)
  sayResults(run.results, started)
  sayCheckedAnswers(folder)
  saySlowest(run.results)
  if (process.argv.includes(RECORD)) recordSeconds(timesOf(run.results))
  const isClean = await search.report()
  const { numPassedTests, numFailedTests, numPendingTests } = run.results
  console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
  return isClean ? run.status : 1
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-tests-'))
mkdirSync(scratchIn(folder))
const started = await startAll(BACKEND_KINDS)
try {
  process.exitCode = await test(folder, started)
} finally {
  await started.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
// A container's client may keep connections of its own open.
process.exit()
