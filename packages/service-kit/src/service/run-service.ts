import type { Logger } from '../telemetry/logger.ts'

/** A part of a process: started in order, stopped in reverse. */
export type ProcessPart = {
  name: string
  start(): Promise<void>
  /** @param deadlineMs what is left to end in an orderly way */
  stop(deadlineMs: number): Promise<void>
}

export type RunOptions = {
  parts: readonly ProcessPart[]
  logger: Logger
  /** For the operator, when a part does not start: one sentence, no stack. */
  explain?: (error: unknown) => string | undefined
  /** Receives that sentence, too, besides the log. */
  tell?: (reason: string) => void
  /** For all parts together, from the signal on. */
  stopDeadlineMs: number
  /** Ends the process; tests pass their own. */
  exit?: (code: number) => void
}

/** What a part gets beyond its deadline before the next one is stopped without it. */
const STOP_GRACE_MS = 1_000

/**
 * Starts the parts in order and stops them in reverse on SIGTERM or SIGINT, within a deadline. Exit code 0 after an
 * orderly stop; 1 after a failed start, a crash, or a second signal. @returns a function that stops as a signal would
 */
export async function runService(options: RunOptions): Promise<() => Promise<void>> {
  const { parts, logger, exit = code => process.exit(code) } = options
  const started: ProcessPart[] = []
  let isStopping = false
  const stop = once(async (code: number) => {
    isStopping = true
    const clean = await stopParts(started, options)
    exit(clean ? code : 1)
  })
  process.on('SIGTERM', () => onSignal('SIGTERM'))
  process.on('SIGINT', () => onSignal('SIGINT'))
  process.on('uncaughtException', error => onCrash(error))
  process.on('unhandledRejection', error => onCrash(error))
  let signals = 0
  const onSignal = (signal: string) => {
    signals += 1
    if (signals > 1) return exit(1)
    logger.info({ signal }, 'service.stopping')
    void stop(0)
  }
  const onCrash = (error: unknown) => {
    logger.fatal({ err: error }, 'service.crashed')
    void stop(1)
  }
  for (const part of parts) {
    if (isStopping) break
    try {
      started.push(part)
      await part.start()
    } catch (error) {
      reportFailedStart(part, error, options)
      await stop(1)
      return () => Promise.resolve()
    }
  }
  return () => stop(0)
}

function reportFailedStart(part: ProcessPart, error: unknown, { logger, explain, tell }: RunOptions): void {
  const reason = explain?.(error)
  if (reason) tell?.(reason)
  if (reason) logger.fatal({ part: part.name, reason }, 'service.failed-to-start')
  else logger.fatal({ part: part.name, err: error }, 'service.failed-to-start')
}

async function stopParts(started: readonly ProcessPart[], options: RunOptions): Promise<boolean> {
  const { logger, stopDeadlineMs } = options
  const end = performance.now() + stopDeadlineMs
  let isClean = true
  for (const part of started.toReversed()) {
    const left = Math.max(0, end - performance.now())
    const outcome = await within(() => part.stop(left), left + STOP_GRACE_MS)
    if (outcome.kind === 'done') continue
    isClean = false
    logger.error(
      { part: part.name, ...(outcome.kind === 'failed' ? { err: outcome.error } : {}) },
      `part.${outcome.kind}`,
    )
  }
  return isClean
}

type StopOutcome = { kind: 'done' } | { kind: 'failed'; error: unknown } | { kind: 'timed-out' }

async function within(work: () => Promise<void>, limitMs: number): Promise<StopOutcome> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<StopOutcome>(resolve => {
    timer = setTimeout(() => resolve({ kind: 'timed-out' }), limitMs)
  })
  const outcome = await Promise.race([endOf(work), limit])
  clearTimeout(timer)
  return outcome
}

async function endOf(work: () => Promise<void>): Promise<StopOutcome> {
  try {
    await work()
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

function once(work: (code: number) => Promise<void>): (code: number) => Promise<void> {
  let running: Promise<void> | undefined
  return code => {
    running ??= work(code)
    return running
  }
}
