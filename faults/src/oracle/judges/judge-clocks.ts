import type { Span } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

/** What one process did about its wall clock, which was wrong for a while. */
export type WrongClock = {
  name: string
  wrong: Span
  /** Lines in its log that say so. */
  said: number
  /** Whether it said that it is ready, from the first step of its clock to some time after the second. */
  looks: readonly { at: number; isReady: boolean }[]
}

/** A key that ended while a clock was wrong; `letInAt`: the last time that it was, `refusedAt`: the first. In epoch ms. */
export type EndedKey = { name: string; expiresAt: number; letInAt: number; refusedAt: number | undefined }

/** `withinMs`: for being unready, and for being ready again. `skewMs`: by how much the clocks were wrong. */
type Clocks = { clocks: readonly WrongClock[]; keys: readonly EndedKey[]; withinMs: number; skewMs: number }

/**
 * Judges F12: a process whose clock is wrong says so and turns unready, and is ready soon after; keys end wrong by the
 * skew at most.
 */
export function judgeClocks({ clocks, keys, withinMs, skewMs }: Clocks): PromiseVerdict {
  const unready = clocks.filter(clock => lastChangeAfter(clock, clock.wrong, false) !== undefined).length
  const worst = Math.max(0, ...keys.map(key => Math.abs(errorOf(key))))
  const figure = `${unready} of ${clocks.length} wrong clocks unready, keys ended wrong by ${worst} ms at most`
  const findings = [
    ...clocks.flatMap(clock => judgeClock(clock, withinMs)),
    ...keys.flatMap(key => judgeKey(key, skewMs)),
  ]
  return verdict('O', figure, findings)
}

function judgeClock(clock: WrongClock, withinMs: number): string[] {
  const { name, said, wrong, looks } = clock
  const after = { from: wrong.to, to: looks.at(-1)?.at ?? wrong.to }
  return [
    ...(said === 0 ? [`${name}: its log does not say so`] : []),
    ...describeLate(`${name}: it was unready`, lastChangeAfter(clock, wrong, false), withinMs),
    ...describeLate(`${name}: it was ready again`, lastChangeAfter(clock, after, true), withinMs),
  ]
}

function describeLate(what: string, afterMs: number | undefined, withinMs: number): string[] {
  if (afterMs === undefined) return [`${what} never`]
  return afterMs > withinMs ? [`${what} after ${Math.round(afterMs)} ms, not within ${withinMs}`] : []
}

/** After how many ms of that time it was so up to its end; undefined when it was not at its end. */
function lastChangeAfter({ looks }: WrongClock, { from, to }: Span, isReady: boolean): number | undefined {
  const within = looks.filter(({ at }) => at >= from && at <= to)
  const lastOther = within.findLastIndex(look => look.isReady !== isReady)
  const since = within[lastOther + 1]
  return since && Math.max(0, since.at - from)
}

/** How long it lived too long; less than 0: too short. */
function errorOf({ expiresAt, letInAt, refusedAt }: EndedKey): number {
  if (letInAt >= expiresAt) return letInAt - expiresAt
  return refusedAt !== undefined && refusedAt < expiresAt ? refusedAt - expiresAt : 0
}

function judgeKey(key: EndedKey, skewMs: number): string[] {
  const error = errorOf(key)
  const never = key.refusedAt === undefined ? [`${key.name}: a key was never refused after its end`] : []
  return Math.abs(error) > skewMs ? [...never, `${key.name}: a key ended wrong by ${error} ms`] : never
}
