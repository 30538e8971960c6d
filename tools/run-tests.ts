// `npm test [-- --record-seconds]`: every test on real backends, then how many there were, per kind and per adapter, and
// whether what they have left behind holds a secret. How long each file took can be recorded: the longest are started first.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { CHECKED_ANSWERS_VARIABLE, SEEN_PAGES_VARIABLE } from '@sluice/testkit'
import {
  ABSENT_VARIABLE,
  addressSettings,
  BACKEND_KINDS,
  isCi,
  SLOW_VARIABLE,
  startAll,
} from '@sluice/testkit/backends'
import { type JestResults, runJest } from './test-run/jest-run.ts'
import { countQueryWays, describeQueryWays } from './test-run/query-ways.ts'
import { recordSeconds } from './test-run/recorded-seconds.ts'
import { startLeftoverSearch } from './test-run/search-leftovers.ts'

type ToolBackendSet = Awaited<ReturnType<typeof startAll>>

/** What the workers of jest are told: where the backends are, and which are not there. */
function environmentOf({ backends, absent }: ToolBackendSet): Record<string, string> {
  const slow = backends.filter(({ isSlow }) => isSlow)
  const namesOf = (some: readonly { kind: string }[]) => some.map(({ kind }) => kind).join(',')
  return { ...addressSettings(backends), [ABSENT_VARIABLE]: namesOf(absent), [SLOW_VARIABLE]: namesOf(slow) }
}

const RECORD = '--record-seconds'
/** For jest. */
const givenOptions = process.argv.slice(2).filter(option => option !== RECORD)

/** How the suites are called that every adapter of a port must pass (`conformance/` of each port). */
const CONFORMANCE = / conformance: /

/** Makes the folder in which the tests put their files. */
function scratchIn(folder: string): string {
  return join(folder, 'scratch')
}

/** The file that gets a byte for each answer that is as the API's description says. */
const checkedAnswersIn = (folder: string): string => join(folder, 'checked-answers')

/** The file that gets a line for each look of axe. */
const seenPagesIn = (folder: string): string => join(folder, 'seen-pages')

type TestCount = { passed: number; skipped: number }

/** How many tests there were of each kind; a file that was run twice counts once. */
function countTests({ testResults }: JestResults): Record<'passed' | 'failed' | 'pending', number> {
  const counts = { passed: 0, failed: 0, pending: 0 }
  for (const { status } of testResults.flatMap(file => file.assertionResults)) {
    if (status === 'passed' || status === 'failed') counts[status] += 1
    else counts.pending += 1
  }
  return counts
}

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

const CONSOLE = /\/e2e\/src\/console\//

/** Says how long the tests in a browser took, and at how much of the console axe has looked. */
function sayConsole(run: JestResults, folder: string): void {
  const files = timesOf(run).filter(({ path }) => CONSOLE.test(path))
  if (files.length === 0) return
  const seconds = files.reduce((sum, { tookMs }) => sum + tookMs, 0) / 1000
  const file = seenPagesIn(folder)
  const pages = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const looks = `${pages.length} looks at ${new Set(pages).size} pages`
  console.log(
    `Console: its ${files.length} files took ${seconds.toFixed(0)} s, added up; axe has found nothing in ${looks}.`,
  )
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
  const run = await runJest({
    options: givenOptions,
    folder,
    environment: {
      ...process.env,
      ...environmentOf(started),
      TMPDIR: scratchIn(folder),
      [CHECKED_ANSWERS_VARIABLE]: checkedAnswersIn(folder),
      [SEEN_PAGES_VARIABLE]: seenPagesIn(folder),
    },
  })
  sayResults(run.results, started)
  sayCheckedAnswers(folder)
  console.log(describeQueryWays(countQueryWays(scratchIn(folder))))
  sayConsole(run.results, folder)
  saySlowest(run.results)
  if (process.argv.includes(RECORD)) recordSeconds(timesOf(run.results))
  const isClean = await search.report()
  for (const file of run.unsteady)
    console.error(`HELD ONLY AT ITS SECOND RUN, look at its first: ${relative('.', file)}`)
  const { passed, failed, pending } = countTests(run.results)
  console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  console.log(`${passed} passed, ${failed} failed, ${pending} skipped`)
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
