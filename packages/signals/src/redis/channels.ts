import type { Mailbox } from '../mailbox.ts'

type RedisChannel = { mailboxes: Set<Mailbox>; subscribed: Promise<unknown> }

/** Keeps who listens to which channel. Redis is told of the first one of a channel and of the last. */
export function createChannels(redis: {
  subscribe(channel: string): Promise<unknown>
  unsubscribe(channel: string): Promise<unknown>
}) {
  const channels = new Map<string, RedisChannel>()

  function detach(name: string, mailbox: Mailbox) {
    const channel = channels.get(name)
    if (!channel?.mailboxes.delete(mailbox) || channel.mailboxes.size > 0) return
    channels.delete(name)
    redis.unsubscribe(name).catch(() => {})
  }

  return {
    names: () => [...channels.keys()],
    /** Resolves when messages from now on arrive. @returns the end */
    async attach(name: string, mailbox: Mailbox): Promise<() => void> {
      const channel = channels.get(name) ?? { mailboxes: new Set(), subscribed: redis.subscribe(name) }
      channels.set(name, channel)
      channel.mailboxes.add(mailbox)
      try {
        await channel.subscribed
      } catch (error) {
        detach(name, mailbox)
        throw error
      }
      return () => detach(name, mailbox)
    },
    message(name: string, text: string) {
      for (const mailbox of channels.get(name)?.mailboxes ?? []) mailbox.message(text)
    },
    gap() {
      for (const { mailboxes } of channels.values()) for (const mailbox of mailboxes) mailbox.gap()
    },
    /** What Redis was told is no longer so, as the connection is another one: the names were given to it again. */
    renewed() {
      for (const channel of channels.values()) channel.subscribed = Promise.resolve()
    },
  }
}
