import { share } from '@sluice/bounds'
import { createSparseLog, type Logger } from '@sluice/service-kit'

type Rounds = {
  /** In their order; one that fails keeps none of the others from its turn. */
  steps: readonly (() => Promise<void>)[]
  /** Whether it is this process's turn to look. */
  takeTurn(everyMs: number): Promise<boolean>
  everyMs: number
  logger: Logger
}

/** Looks every few seconds, in one process of all, how those do whom Sluice tells of, and tells it. */
export function createOccurrenceRounds({ steps, takeTurn, everyMs, logger }: Rounds) {
  const failed = createSparseLog(fields => logger.warn(fields, 'occurrences.not-told'))
  let timer: NodeJS.Timeout | undefined

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      return (await work()) !== false
    } catch (error) {
      failed({ err: error })
      return false
    }
  }

  async function runRound(): Promise<void> {
    if (!(await attempt(() => takeTurn(everyMs)))) return
    for (const step of steps) await attempt(step)
  }

  const rounds = share(runRound)

  return {
    round: rounds.run,
    start(): void {
      timer = setInterval(() => void rounds.run(), everyMs).unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      if (rounds.isRunning()) await rounds.run()
    },
  }
}
