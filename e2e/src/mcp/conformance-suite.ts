import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isCi } from '@sluice/testkit/backends'
import { z } from 'zod'
import { installLocked } from '../install-locked.ts'

/** The suite is not on this machine, or has said nothing that can be read. */
class NoConformanceSuiteError extends Error {
  override name = 'NoConformanceSuiteError'
}

const INSTALL_MS = 120_000
const PROGRAM = ['@modelcontextprotocol', 'conformance', 'dist', 'index.js']

/**
 * Finds the suite that is locked beside this one, and installs it where it is missing: 52 MB, which nobody else needs.
 * @returns undefined where it can not be installed
 * @throws NoConformanceSuiteError for the same reason in CI
 */
export async function provideConformanceSuite(): Promise<string | undefined> {
  const what = 'the MCP conformance suite (52 MB, once)'
  const program = join(await installLocked({ name: 'conformance', what, withinMs: INSTALL_MS }), ...PROGRAM)
  const found = await readFile(program).then(
    () => program,
    () => undefined,
  )
  if (found === undefined && isCi()) {
    throw new NoConformanceSuiteError(
      'It could not be installed, of which npm says more above. Is its registry reached?',
    )
  }
  return found
}

/** What one scenario has found, check by check. */
const scenarioChecks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
  }),
)
export type ScenarioChecks = z.infer<typeof scenarioChecks>

export type ScenarioRun = {
  /** The program of the suite. */
  suite: string
  url: string
  /** Which scenarios, as the program's options say it. */
  selection: readonly [option: '--requirements' | '--spec-version', revision: string]
  /** Gets what the program finds. */
  folder: string
}

const RESULT = /^server-(?<scenario>.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/

/** Runs scenarios against a server. @returns what each has found, by its name */
export async function runScenarios(run: ScenarioRun): Promise<ReadonlyMap<string, ScenarioChecks>> {
  const { suite, url, selection, folder } = run
  await mkdir(folder, { recursive: true })
  const args = [suite, 'server', '--url', url, ...selection, '--output-dir', folder]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, failed] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const scenarios = new Map<string, ScenarioChecks>()
  for (const name of await readdir(folder)) {
    const scenario = RESULT.exec(name)?.groups?.scenario
    if (scenario === undefined) continue
    const file = await readFile(join(folder, name, 'checks.json'), 'utf8')
    scenarios.set(scenario, scenarioChecks.parse(JSON.parse(file)))
  }
  if (scenarios.size === 0) throw new NoConformanceSuiteError(`It has run nothing:\n${printed}\n${failed}`)
  return scenarios
}
