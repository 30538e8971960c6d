import { createSparseLog, type Logger } from '@sluice/service-kit'
import { v7 } from 'uuid'
import type { WatchStore } from '../ports/watch-store.ts'

const HELD_MS = 15_000
const RENEW_EVERY_MS = 5_000

type Dependencies = { watches: WatchStore; now: () => Date; logger: Logger }

/** Makes events wanted at every gateway while tails of them are open in this process. */
export function createTailLease({ watches, now, logger }: Dependencies) {
  const _id = `tail-${v7()}`
  const failed = createSparseLog(fields => logger.warn(fields, 'tail-lease.not-renewed'))
  let timer: NodeJS.Timeout | undefined

  async function renew(): Promise<void> {
    const from = now()
    await watches.put({ _id, kind: 'tail', from, until: new Date(from.getTime() + HELD_MS) })
  }

  async function renewWhile(isNeeded: () => boolean): Promise<void> {
    timer = undefined
    try {
      if (!isNeeded()) return await watches.remove(_id)
      await renew()
    } catch (error) {
      failed({ err: error })
    }
    timer = setTimeout(() => void renewWhile(isNeeded), RENEW_EVERY_MS).unref()
  }

  return {
    /** Events are wanted when it resolves, and as long as they are needed. */
    async hold(isNeeded: () => boolean): Promise<void> {
      if (timer) return
      timer = setTimeout(() => void renewWhile(isNeeded), RENEW_EVERY_MS).unref()
      await renew()
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}
