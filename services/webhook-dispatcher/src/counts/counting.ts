import { randomUUID } from 'node:crypto'
import { share } from '@sluice/bounds'
import { createSparseLog, type Logger } from '@sluice/service-kit'
import { type CountBatch, createTally, type Tally } from '../domain/counts/tally.ts'
import type { CountStore } from '../ports/count-store.ts'

/** What a process that is killed leaves uncounted, and how late counts are. */
const EVERY_MS = 5_000
/** Minutes of webhooks that wait for the store: about 10 MiB. */
const MOST_WAITING = 20_000

export type DeliveryCounting = Pick<Tally, 'event' | 'ended'>

type Options = { counts: Pick<CountStore, 'add'>; logger: Logger; everyMs?: number | undefined; most?: number }

/**
 * Counts in memory, and adds it to the store every few seconds. A batch whose answer is lost is written again, under the
 * same mark, before the next one.
 */
export function createCounting({ counts, logger, everyMs = EVERY_MS, most = MOST_WAITING }: Options) {
  const tally = createTally(most)
  const writer = `w${randomUUID().slice(0, 8)}`
  const notWritten = createSparseLog(fields => logger.warn(fields, 'counts.not-written'))
  const notCounted = createSparseLog(fields => logger.warn(fields, 'counts.dropped'))
  let owed: { batch: CountBatch; number: number } | undefined
  let number = 0
  let timer: NodeJS.Timeout | undefined

  function takeNext(): typeof owed {
    const batch = tally.take()
    if (!batch) return undefined
    number += 1
    return { batch, number }
  }

  async function runRound(): Promise<void> {
    const dropped = tally.takeDropped()
    if (dropped > 0) notCounted({ dropped })
    owed ??= takeNext()
    if (!owed) return
    try {
      await counts.add(owed.batch, { writer, number: owed.number })
      owed = undefined
    } catch (error) {
      notWritten({ err: error })
    }
  }

  const rounds = share(runRound)

  return {
    event: tally.event,
    ended: tally.ended,
    round: rounds.run,
    start(): void {
      timer = setInterval(() => void rounds.run(), everyMs).unref()
    },
    /** Writes what was counted, what is owed first. */
    async stop(): Promise<void> {
      clearInterval(timer)
      if (rounds.isRunning()) await rounds.run()
      if (owed) await rounds.run()
      await rounds.run()
    },
  }
}
