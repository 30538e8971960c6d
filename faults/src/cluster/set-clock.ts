import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@sluice/testkit'
import { readRigLines } from './rig-lines.ts'

/** Makes the wall clock of a process movable; a part of a value of `NODE_OPTIONS`. */
export const MOVABLE_CLOCK = `--import ${new URL('../harm/step-clock.ts', import.meta.url).href}`

const STEPPED_WITHIN_MS = 10_000

type SteppedClock = { pid: number; folder: string; offsetMs: number }

/** From now on its wall clock is off by so much. Over when it is. @param folder that it works in, and its logs */
export async function setClock({ pid, folder, offsetMs }: SteppedClock): Promise<void> {
  const before = (await readRigLines(folder, 'stepped')).length
  await writeFile(join(folder, 'rig-clock'), String(offsetMs))
  process.kill(pid, 'SIGWINCH')
  const hasStepped = async () => (await readRigLines(folder, 'stepped')).at(before)?.offsetMs === offsetMs
  await eventually(hasStepped, { timeoutMs: STEPPED_WITHIN_MS, what: `the step of the clock of process ${pid}` })
}
