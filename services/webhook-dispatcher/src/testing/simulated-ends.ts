import { eventually } from '@sluice/testkit'
import { v7 } from 'uuid'
import { documentCountStore } from '../adapters/counts/document-count-store.ts'
import { createTally } from '../domain/counts/tally.ts'
import type { TestDispatcher } from './open-dispatcher.ts'

/** How often a dispatcher of these tests looks for what is to be told, in ms. */
export const LOOK_EVERY_MS = 40

/** Counts deliveries that have ended by the clock of a dispatcher, and waits until it has looked at them. */
export function createSimulatedEnds({ platform }: TestDispatcher) {
  const { changes, store } = platform
  const counts = documentCountStore(platform)
  const turns = store.collection({ db: platform.db, collection: 'webhookOccurrences' })
  const writer = v7()
  let batches = 0

  return {
    /** As many deliveries of this webhook end now. */
    async end(webhookId: string, isSuccess: boolean, number: number): Promise<void> {
      const tally = createTally(10_000)
      for (let index = 0; index < number; index += 1) {
        const at = changes.storeTime() + index
        tally.ended({
          webhookId,
          eventAt: at,
          endedAt: at,
          isSuccess,
          durationMs: 5,
          statusCode: isSuccess ? 204 : 503,
        })
      }
      batches += 1
      await counts.add(tally.take() ?? { minutes: [], lastEnds: new Map() }, { writer, number: batches })
    },
    /** Two looks have begun by this clock when it resolves: the first of them has ended. */
    async look(): Promise<void> {
      for (let rounds = 0; rounds < 2; rounds += 1) {
        const from = changes.storeTime()
        await eventually(async () => Number((await turns.findOne({ _id: 'turn' }))?.until) > from + LOOK_EVERY_MS)
      }
    },
  }
}
