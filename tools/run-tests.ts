// `npm test`: every test on real backends, then how many there were, per kind and per adapter, and whether what they have
// left behind holds a secret.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
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

const results = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), status: z.string() })),
    }),
  ),
})
type Results = z.infer<typeof results>
type Started = Awaited<ReturnType<typeof startAll>>

/** What the workers of jest are told: where the backends are, and which are not there. */
function environmentOf({ backends, absent }: Started): Record<string, string> {
  const slow = backends.filter(({ isSlow }) => isSlow)
  const namesOf = (some: readonly { kind: string }[]) => some.map(({ kind }) => kind).join(',')
  return { ...addressSettings(backends), [ABSENT_VARIABLE]: namesOf(absent), [SLOW_VARIABLE]: namesOf(slow) }
}

/** Where jest keeps what it has compiled, for the next run too. */
const JEST_CACHE = join(tmpdir(), 'sluice-jest')

async function runJest(folder: string, started: Started): Promise<{ status: number; results: Results }> {
  const file = join(folder, 'results.json')
  const jest = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      // Node 24's garbage collector crashes a worker now and then without this: nodejs/node#62393.
      '--no-sparkplug',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--cacheDirectory=${JEST_CACHE}`,
      `--outputFile=${file}`,
      ...process.argv.slice(2),
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...environmentOf(started), TMPDIR: scratchIn(folder) },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => jest.kill(signal))
  const [code] = await once(jest, 'exit')
  return { status: typeof code === 'number' ? code : 1, results: results.parse(JSON.parse(readFileSync(file, 'utf8'))) }
}

/** How the suites are called that every adapter of a port must pass (`conformance/` of each port). */
const CONFORMANCE = / conformance: /

/** Where the tests put their files. */
function scratchIn(folder: string): string {
  return join(folder, 'scratch')
}

type Count = { passed: number; skipped: number }

function countConformance({ testResults }: Results): Map<string, Count> {
  const counts = new Map<string, Count>()
  for (const { ancestorTitles, status } of testResults.flatMap(file => file.assertionResults)) {
    const suite = ancestorTitles.find(title => CONFORMANCE.test(title))
    if (!suite) continue
    const { passed, skipped } = counts.get(suite) ?? { passed: 0, skipped: 0 }
    counts.set(suite, { passed: passed + Number(status === 'passed'), skipped: skipped + Number(status === 'pending') })
  }
  return counts
}

function skippedSuites({ testResults }: Results): string[] {
  const isSkipped = ({ status }: { status: string }) => status === 'pending'
  return testResults.filter(({ assertionResults }) => assertionResults.some(isSkipped)).map(({ name }) => name)
}

function sayBackends({ backends, absent }: Started): void {
  for (const { kind, how, note } of backends) console.log(`backend ${kind}: ${how}, ${note}`)
  for (const { kind, reason } of absent) console.error(`NO ${kind.toUpperCase()}: ${reason}`)
}

function sayResults(run: Results, { absent }: Started): void {
  for (const [suite, { passed, skipped }] of countConformance(run)) {
    console.log(`${suite}: ${passed} checks passed${skipped > 0 ? `, ${skipped} that this server breaks skipped` : ''}`)
  }
  const skipped = absent.length > 0 ? skippedSuites(run) : []
  for (const file of skipped) console.error(`NOT RUN, for want of a backend: ${relative('.', file)}`)
}

async function test(folder: string, started: Started): Promise<number> {
  const startedAt = performance.now()
  sayBackends(started)
  if (started.absent.length > 0 && isCi()) {
    console.error('In CI every backend has to be there. Nothing was tested.')
    return 1
  }
  const search = await startLeftoverSearch(scratchIn(folder), started.backends)
  const run = await runJest(folder, started)
  sayResults(run.results, started)
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
