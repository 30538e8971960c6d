import { isInForce, type UnreadableVersion } from './webhook-version.ts'

/** The versions of webhooks that can't be read, of those that may judge an exchange. */
export function createUnreadableVersions() {
  let byWebhook = new Map<string, readonly UnreadableVersion[]>()
  return {
    /** @param versions all of them */
    reload(versions: readonly UnreadableVersion[]): void {
      byWebhook = Map.groupBy(versions, ({ webhook }) => webhook._id)
    },
    /** @param versions of this webhook: all of them */
    replace(webhookId: string, versions: readonly UnreadableVersion[]): void {
      if (versions.length > 0) byWebhook.set(webhookId, versions)
      else byWebhook.delete(webhookId)
    },
    /** Whether the version of a webhook that is in force now is one of them. */
    isCurrent: (webhookId: string): boolean => byWebhook.get(webhookId)?.some(({ until }) => until === null) === true,
    /** The versions that judge an exchange with this sequence, and may match it. */
    enabledAt: (sequence: number): UnreadableVersion[] =>
      [...byWebhook.values()].flat().filter(version => version.webhook.enabled && isInForce(version, sequence)),
    /** How many webhooks have one in force now. */
    count: (): number => [...byWebhook.values()].flat().filter(({ until }) => until === null).length,
  }
}
