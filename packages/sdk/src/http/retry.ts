import type { RepeatRule } from './call.ts'

/** The end of an attempt, as far as a repetition depends on it. */
export type CallAttemptEnd =
  | { kind: 'broken' }
  | { kind: 'answered'; status: number; code: string | undefined; retryAfterSeconds: number | undefined }

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
const REPEATABLE: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** Answers that are given before any work has begun. */
const REFUSED_BEFORE_WORK: ReadonlySet<string> = new Set(['RATE_LIMITED', 'OVERLOADED'])

/** @returns whether the call may be sent again after this end */
export function isRepeatable(
  call: { method: string; hasIfMatch: boolean; repeat: RepeatRule },
  end: CallAttemptEnd,
): boolean {
  const rule = call.repeat === 'by-method' ? ruleOfMethod(call) : call.repeat
  if (rule === 'never') return false
  if (rule === 'refused-only') return isRefusedBeforeWork(end)
  if (rule === 'keyed' && isUnderWay(end)) return true
  return end.kind === 'broken' || REPEATABLE.has(end.status)
}

/** The first attempt is being carried out: its answer comes later. */
const isUnderWay = (end: CallAttemptEnd): boolean => end.kind === 'answered' && end.code === 'IDEMPOTENCY_KEY_IN_USE'

function ruleOfMethod({ method, hasIfMatch }: { method: string; hasIfMatch: boolean }): RepeatRule {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'PUT':
    case 'DELETE':
      return 'idempotent'
    case 'PATCH':
      return hasIfMatch ? 'idempotent' : 'refused-only'
    default:
      return 'refused-only'
  }
}

/** @returns whether the call was surely turned away before any work */
export const isRefusedBeforeWork = (end: CallAttemptEnd): boolean =>
  end.kind === 'answered' && REFUSED_BEFORE_WORK.has(end.code ?? '')

/** @returns whether the attempt may have changed something although its answer says otherwise, or never came */
export const mayHaveWorked = (end: CallAttemptEnd): boolean =>
  end.kind === 'broken' || (end.status >= 500 && !isRefusedBeforeWork(end))

/**
 * The pause before the next attempt, in milliseconds: what `Retry-After` says, else a random time up to twice that of
 * the attempt before, from 200 ms, at most 5 s.
 * @param attempt from 1: the one that has ended
 */
export function pauseMs(end: CallAttemptEnd, attempt: number, random: () => number = Math.random): number {
  if (end.kind === 'answered' && end.retryAfterSeconds !== undefined) return end.retryAfterSeconds * 1000
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))
}
