// `npm test`: every test on real backends, then how many there were, per kind and per adapter.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const results = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), status: z.string() })) }),
  ),
})
type Results = z.infer<typeof results>

function runJest(folder: string): { status: number; results: Results } {
  const file = join(folder, 'results.json')
  const { status } = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${file}`,
      ...process.argv.slice(2),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return { status: status ?? 1, results: results.parse(JSON.parse(readFileSync(file, 'utf8'))) }
}

/** How the suites are called that every adapter of a port must pass (`conformance/` of each port). */
const CONFORMANCE = /^(the document store on|the bus on|signals over) /

function countConformance({ testResults }: Results): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { ancestorTitles, status } of testResults.flatMap(file => file.assertionResults)) {
    const suite = ancestorTitles.find(title => CONFORMANCE.test(title))
    if (suite && status === 'passed') counts.set(suite, (counts.get(suite) ?? 0) + 1)
  }
  return counts
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-tests-'))
const startedAt = performance.now()
try {
  const run = runJest(folder)
  for (const [suite, count] of countConformance(run.results))
    console.log(`conformance, ${suite}: ${count} checks passed`)
  const { numPassedTests, numFailedTests, numPendingTests } = run.results
  console.log(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
  process.exitCode = run.status
} finally {
  rmSync(folder, { recursive: true })
}
