import { type PromiseVerdict, verdict } from '../verdict.ts'

/** One process that was ended and started again. */
export type Restart = {
  name: string
  /** What was gone meanwhile. */
  without: string
  /** How it ended, where it was asked to; undefined where it was killed. */
  end: { code: number | undefined; ms: number } | undefined
  /** After how long it served again; undefined when it did not within the time that it was given. */
  readyAfterMs: number | undefined
  /** What it said of why it did not. */
  failure?: string | undefined
}

/** `endWithinMs`: the deadline that a process has for its end, and a little. */
type RestartBars = { readyWithinMs: number; endWithinMs: number }

/** Whoever is started again serves, whatever else is gone; and who is asked to stop ends in order, and in time (G12). */
export function judgeRestarts(
  restarts: readonly Restart[],
  { readyWithinMs, endWithinMs }: RestartBars,
): PromiseVerdict {
  const served = restarts.flatMap(({ readyAfterMs = [] }) => readyAfterMs)
  const ended = restarts.flatMap(({ end }) => end ?? [])
  const inOrder = ended.filter(({ code, ms }) => code === 0 && ms <= endWithinMs).length
  const slowest = Math.round(Math.max(0, ...served))
  return verdict(
    'O',
    `${served.length} of ${restarts.length} started again, within ${slowest} ms; ${inOrder} of ${ended.length} ended in order, within ${Math.round(Math.max(0, ...ended.map(({ ms }) => ms)))} ms`,
    restarts.flatMap(restart => [...findEnd(restart, endWithinMs), ...findStart(restart, readyWithinMs)]),
  )
}

function findEnd({ name, without, end }: Restart, withinMs: number): string[] {
  if (!end) return []
  const about = `${name}, asked to stop without ${without}`
  return [
    ...(end.code === 0 ? [] : [`${about}: ended with ${end.code ?? 'a signal'}`]),
    ...(end.ms <= withinMs ? [] : [`${about}: ended after ${Math.round(end.ms)} ms, not within ${withinMs}`]),
  ]
}

function findStart({ name, without, readyAfterMs, failure = '' }: Restart, withinMs: number): string[] {
  const about = `${name}, started without ${without}`
  if (readyAfterMs === undefined) return [`${about}: did not serve. ${failure}`.trim()]
  return readyAfterMs <= withinMs
    ? []
    : [`${about}: served after ${Math.round(readyAfterMs)} ms, not within ${withinMs}`]
}
