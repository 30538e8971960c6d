import { setTimeout as wait } from 'node:timers/promises'

/** What was expected did not happen in time; says what, and how the last look failed. */
class NotInTimeError extends Error {
  override name = 'NotInTimeError'
}

const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 200

/**
 * Looks again until `check` neither throws nor gives `false`. @returns what it gave
 * @throws NotInTimeError after `timeoutMs` (default 45,000)
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 45_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<Exclude<T, false>> {
  const end = performance.now() + timeoutMs
  let pause = FIRST_PAUSE_MS
  for (;;) {
    const seen = await look(check)
    if (seen.kind === 'held') return seen.value
    if (performance.now() > end) throw new NotInTimeError(`${what} did not hold within ${timeoutMs} ms: ${seen.reason}`)
    await wait(pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

type LookResult<T> = { kind: 'held'; value: Exclude<T, false> } | { kind: 'failed'; reason: string }

async function look<T>(check: () => T | Promise<T>): Promise<LookResult<T>> {
  try {
    const value = await check()
    return isHeld(value) ? { kind: 'held', value } : { kind: 'failed', reason: `it gave ${value}` }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

const isHeld = <T>(value: T): value is Exclude<T, false> => value !== false
