// Shows that every check fails when it should: plants all faults in a copy of this tree, runs each check once, and looks
// for each fault among its findings. Nothing is written here, however it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type CheckCommand, checksOf, lintProjectOf, SCRATCH } from './planted/checks.ts'
import { copyTree } from './planted/copy-tree.ts'
import type { CheckName, PlantedFault, PlantedText } from './planted/fault.ts'
import { FAULTS } from './planted/faults.ts'

type CheckRun = { isFailed: boolean; output: string; findings: readonly string[]; seconds: number }

/** A fault can't be planted where the code has changed: it has to be written anew. */
class UnplantableFaultError extends Error {
  override name = 'UnplantableFaultError'
}

const LANES = 2
const SHOWN_LINES = 30

/** @throws UnplantableFaultError */
function plant(root: string, planting: PlantedText): void {
  const path = join(root, planting.file)
  if ('text' in planting) {
    mkdirSync(dirname(path), { recursive: true })
    return writeFileSync(path, planting.text)
  }
  const before = readFileSync(path, 'utf8')
  if (!before.includes(planting.from)) {
    throw new UnplantableFaultError(`${planting.file} does not say: ${planting.from}`)
  }
  writeFileSync(
    path,
    before.replace(planting.from, () => planting.to),
  )
}

const running = new Set<ChildProcess>()

/** Ends the process groups of the checks, so that no worker outlives us. */
function endAll(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

async function runCheck(root: string, { command, report, findings }: CheckCommand): Promise<CheckRun> {
  const startedAt = performance.now()
  const [program = '', ...args] = command
  const env = { ...process.env, TMPDIR: join(root, SCRATCH) }
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const [[status], ...outputs] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  running.delete(child)
  const output = outputs.join('')
  const found = report === undefined ? output : readReport(join(root, report))
  const seconds = (performance.now() - startedAt) / 1000
  return { isFailed: status !== 0, output, findings: found === undefined ? [] : findings(found, root), seconds }
}

const readReport = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const filesWithFaults = (check: CheckName): string[] =>
  FAULTS.filter(fault => fault.check === check).flatMap(({ plantings }) => plantings.map(({ file }) => file))

async function runChecks(root: string): Promise<Map<CheckName, CheckRun>> {
  const waiting = checksOf(filesWithFaults).entries()
  const runs = new Map<CheckName, CheckRun>()
  const runLane = async () => {
    for (const [name, check] of waiting) runs.set(name, await runCheck(root, check))
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
  return runs
}

const isCaught = ({ finding }: PlantedFault, { isFailed, findings }: CheckRun): boolean =>
  isFailed && findings.some(line => finding.every(words => line.includes(words)))

/** @returns whether each fault was caught by its check */
function report(runs: ReadonlyMap<CheckName, CheckRun>): boolean {
  const judged = FAULTS.map(fault => {
    const run = runs.get(fault.check)
    return { ...fault, isCaught: run !== undefined && isCaught(fault, run), seconds: run?.seconds ?? 0 }
  })
  for (const { what, check, isCaught, seconds } of judged) {
    console.log(`${isCaught ? 'caught' : 'MISSED'}  ${check.padEnd(18)} ${seconds.toFixed(1).padStart(5)} s  ${what}`)
  }
  const missed = judged.filter(({ isCaught }) => !isCaught)
  for (const check of new Set(missed.map(fault => fault.check))) {
    console.error(`\n${check} said last:\n${runs.get(check)?.output.split('\n').slice(-SHOWN_LINES).join('\n')}`)
  }
  return missed.length === 0
}

const startedAt = performance.now()
const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-planted-')))
const clear = () => rmSync(root, { recursive: true, force: true, maxRetries: 5 })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll()
    clear()
    process.kill(process.pid, signal)
  })
}
try {
  copyTree(root)
  mkdirSync(join(root, SCRATCH))
  plant(root, lintProjectOf(filesWithFaults('check:lint')))
  for (const { plantings } of FAULTS) for (const planting of plantings) plant(root, planting)
  const isEachCaught = report(await runChecks(root))
  console.log(`${FAULTS.length} faults, ${Math.round((performance.now() - startedAt) / 1000)} s`)
  process.exitCode = isEachCaught ? 0 : 1
} finally {
  endAll()
  clear()
}
