import { SignalsUnavailableError } from '../errors.ts'
import { createMailbox } from '../mailbox.ts'
import type { Signals } from '../port.ts'
import { createChannels } from './channels.ts'
import { createRedisLink, type LinkOptions } from './redis-link.ts'

type RedisSignalsOptions = {
  /** `redis://` or `rediss://`, with user and password if there are some. */
  url: string
  /** Before every channel, so that two installations on one Redis don't meet. Default: nothing. */
  prefix?: string
  /** Messages that may wait before one listener; more become a `gap`. Default 1,000. */
  capacity?: number
  /** A server that has not answered by then counts as gone. Default 2 s. */
  deadlineMs?: number
  /** After how long without a word from it it is asked, on each connection. Default 5 s. */
  pingEveryMs?: number
  /** Told what a listener threw. */
  onListenerError?(error: unknown): void
  /** Told each failure of a connection, and each refusal. It is tried again whatever happens. */
  onConnectionError?(error: unknown): void
  /** Told each time that it has connected, and when it takes again what it has refused. */
  onConnected?(): void
}

type ConnectionUse = 'publish' | 'subscribe'

const MAX_PENDING_BYTES = 16 * 1024 * 1024

/** Notices between processes over Redis. Connects at once, and again for as long as it is not closed. */
export function createRedisSignals(options: RedisSignalsOptions): Signals {
  const { prefix = '', capacity = 1_000, deadlineMs = 2_000, pingEveryMs = 5_000 } = options
  const { onListenerError = () => {}, onConnectionError = () => {}, onConnected = () => {} } = options
  const timing = { url: options.url, deadlineMs, pingEveryMs, onError: onConnectionError }
  const { sending, receiving, channels } = connect(timing, () => asking.connected())
  const ends = new Set<() => void>()
  let pendingBytes = 0
  let isClosed = false

  const isConnected = () => !isClosed && sending.isUp() && receiving.isUp()
  const asking = createAsking({ isConnected, onConnected, onConnectionError })

  function ensure(isPossible: boolean, reason: string) {
    if (isClosed) throw new SignalsUnavailableError('The signals are closed.')
    if (!isPossible) throw new SignalsUnavailableError(reason)
  }

  return {
    isConnected,

    async publish(channel, text) {
      ensure(sending.isUp(), 'Redis does not answer, so the notice went nowhere.')
      ensure(pendingBytes < MAX_PENDING_BYTES, 'Too many notices wait for Redis, so this one went nowhere.')
      pendingBytes += text.length
      try {
        await asking.asked(
          'publish',
          sending.ask(redis => redis.publish(prefix + channel, text)),
        )
      } finally {
        pendingBytes -= text.length
      }
    },

    async subscribe(channel, listener) {
      await receiving.untilUp()
      ensure(receiving.isUp(), 'Redis does not answer. Subscribe again later.')
      const mailbox = createMailbox(listener, { capacity, onListenerError })
      const detach = await asking.asked('subscribe', channels.attach(prefix + channel, mailbox))
      const end = () => {
        detach()
        mailbox.close()
        ends.delete(end)
      }
      ends.add(end)
      return async () => end()
    },

    async close() {
      isClosed = true
      for (const end of ends) end()
      sending.close()
      receiving.close()
    },
  }
}

type Listeners = { isConnected(): boolean; onConnected(): void; onConnectionError(error: unknown): void }

/** A server may answer, and not let us do what we need: nobody else would tell of that. */
function createAsking({ isConnected, onConnected, onConnectionError }: Listeners) {
  const refused = new Set<ConnectionUse>()
  return {
    connected() {
      refused.clear()
      if (isConnected()) onConnected()
    },
    async asked<T>(use: ConnectionUse, answer: Promise<T>): Promise<T> {
      try {
        const result = await answer
        if (refused.delete(use) && refused.size === 0 && isConnected()) onConnected()
        return result
      } catch (error) {
        if (isRefusal(error)) {
          refused.add(use)
          onConnectionError(error)
        }
        throw new SignalsUnavailableError(`Redis failed: ${error instanceof Error ? error.message : error}`)
      }
    },
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError'

/** A connection that listens can't do anything else, so there are two. */
function connect(timing: Pick<LinkOptions, 'url' | 'deadlineMs' | 'pingEveryMs' | 'onError'>, onUp: () => void) {
  const sending = createRedisLink({ ...timing, onConnect: redis => redis.ping(), onUp })
  const receiving = createRedisLink({
    ...timing,
    async onConnect(redis) {
      const names = channels.names()
      if (names.length > 0) await redis.subscribe(...names)
      channels.renewed()
    },
    onUp() {
      channels.gap()
      onUp()
    },
  })
  const channels = createChannels({
    subscribe: channel => receiving.ask(redis => redis.subscribe(channel)),
    unsubscribe: channel => receiving.redis.unsubscribe(channel),
  })
  receiving.redis.on('message', channels.message)
  return { sending, receiving, channels }
}
