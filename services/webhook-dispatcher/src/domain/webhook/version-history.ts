import type { UnreadableVersion, WebhookVersion } from './webhook-version.ts'

/**
 * The versions in force now, and the last ones that have ended, so that an event whose sequence is some changes old is
 * judged as of it. Holds at most twice `keepEnded` ended versions.
 */
export function createVersionHistory(keepEnded: number) {
  let byWebhook = new Map<string, WebhookVersion[]>()
  let floor = 0
  let endedCount = 0

  const all = () => [...byWebhook.values()].flat()
  const currentIn = (versions: readonly WebhookVersion[] | undefined) => versions?.find(({ until }) => until === null)

  function prune(): void {
    const ends = all()
      .flatMap(({ until }) => until ?? [])
      .sort((a, b) => b - a)
    floor = Math.max(floor, ends[keepEnded] ?? 0)
    store(all())
  }

  function store(versions: readonly WebhookVersion[]): void {
    const kept = versions.filter(({ until }) => until === null || until > floor)
    byWebhook = Map.groupBy(kept, ({ webhook }) => webhook._id)
    endedCount = kept.filter(({ until }) => until !== null).length
  }

  return {
    /**
     * @param versions all that are in force, and the last that ended; at least `keepEnded` of them, or all
     * @param unreadable those that ended among these and can't be held
     */
    reload(versions: readonly WebhookVersion[], unreadable: readonly UnreadableVersion[] = []): void {
      const ends = [...versions, ...unreadable].flatMap(({ until }) => until ?? [])
      floor = ends.length < keepEnded ? 0 : Math.min(...ends)
      store(versions)
    },

    /** @param versions of this webhook: what is in force, and what ended after `floor` */
    replace(webhookId: string, versions: readonly WebhookVersion[]): void {
      endedCount += countEnded(versions) - countEnded(byWebhook.get(webhookId) ?? [])
      if (versions.length > 0) byWebhook.set(webhookId, [...versions])
      else byWebhook.delete(webhookId)
      if (endedCount > 2 * keepEnded) prune()
    },

    /** Sequences below it can't be judged from here. */
    floor: () => floor,
    covers: (sequence: number) => sequence >= floor,
    current: (): WebhookVersion[] => all().filter(({ until }) => until === null),
    currentOf: (webhookId: string): WebhookVersion | undefined => currentIn(byWebhook.get(webhookId)),
  }
}

const countEnded = (versions: readonly WebhookVersion[]) => versions.filter(({ until }) => until !== null).length
