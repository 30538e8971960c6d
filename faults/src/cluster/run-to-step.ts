import { setTimeout as wait } from 'node:timers/promises'
import type { LocalProcess } from '@sluice/testkit/backends'
import { readRigLines } from './rig-lines.ts'

/** The step at which a process is to die, the `after`-th time that it is there. */
export type Doom = { step: string; after: number }

/** How it died: after that instant (epoch ms), with this event or delivery in hand. */
export type Death = { aliveUntil: number; id: string }

class StepNotReachedError extends Error {
  override name = 'StepNotReachedError'
}

// A group that takes a member back may need its session time-out first.
const REACH_WITHIN_MS = 120_000
const LOOK_AGAIN_MS = 10

type DoomedProcess = { running: LocalProcess; folder: string; args: readonly string[] }

/**
 * Starts a process that kills itself at a step, and waits for its death.
 * @throws StepNotReachedError when it lives on, or dies of something else
 */
export async function runToStep({ running, folder, args }: DoomedProcess, { step, after }: Doom): Promise<Death> {
  const preload = new URL(`../harm/die-at-step.ts?step=${step}&after=${after}`, import.meta.url)
  const before = (await readRigLines(folder, 'killed')).length
  let aliveUntil = Date.now()
  const end = performance.now() + REACH_WITHIN_MS
  // It may be at the step before it is ready.
  const failure: unknown = await running.start(['--import', preload.href, ...args]).catch(error => error)
  while (running.isRunning() && performance.now() < end) {
    aliveUntil = Date.now()
    await wait(LOOK_AGAIN_MS)
  }
  await running.kill()
  const killed = (await readRigLines(folder, 'killed')).at(before)
  if (killed) return { aliveUntil, id: killed.id }
  const why = failure instanceof Error ? failure.message : `it was not there ${after} times in ${REACH_WITHIN_MS} ms`
  throw new StepNotReachedError(`The process did not die at the step ${step}: ${why}.`)
}
