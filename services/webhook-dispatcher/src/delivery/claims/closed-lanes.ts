import type { Logger } from '@sluice/service-kit'
import type { LiveWebhooks } from '../../ports/live-webhooks.ts'
import type { Lane } from '../../ports/waiting-store.ts'

type ClosedLanesDependencies = { live: Pick<LiveWebhooks, 'mayDeliver' | 'isUnreadable' | 'catchUp'>; logger: Logger }

/**
 * Lanes of webhooks that seem to be off, or gone. This process may be behind, so nothing of them is claimed before the
 * store has been asked; until it answers they are left to dispatchers that know better. One look serves all of a round, and
 * nobody else waits for it. Lanes of webhooks that this version of Sluice can't read are left to those that can.
 * @param claim takes from the lane whatever is there, due or not
 */
export function createClosedLanes({ live, logger }: ClosedLanesDependencies, claim: (lane: Lane) => Promise<unknown>) {
  const isUnreadable = ({ webhookId }: Lane) => live.isUnreadable(webhookId)
  const seemsClosed = (lane: Lane) => !live.mayDeliver(lane.webhookId) && !isUnreadable(lane)
  let claiming: Promise<void> | undefined

  async function claimAll(lanes: readonly Lane[]): Promise<void> {
    try {
      if (!(await live.catchUp())) return
      for (const lane of lanes) if (seemsClosed(lane)) await claim(lane)
    } catch (error) {
      logger.warn({ err: error }, 'closed-deliveries.not-claimed')
    } finally {
      claiming = undefined
    }
  }

  return {
    /** Begins with those that seem closed. @returns those that are open */
    without(lanes: readonly Lane[]): Lane[] {
      const closed = lanes.filter(seemsClosed)
      if (closed.length > 0) claiming ??= claimAll(closed)
      return lanes.filter(({ webhookId }) => live.mayDeliver(webhookId))
    },
    end: async (): Promise<void> => claiming,
  }
}
