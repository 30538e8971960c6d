import { SignalsUnavailableError } from '../errors.ts'
import { createMailbox } from '../mailbox.ts'
import type { Signals } from '../port.ts'
import { createChannels } from './channels.ts'
import { createRedisLink, type LinkOptions } from './redis-link.ts'
import { withDeadline } from './with-deadline.ts'

type RedisSignalsOptions = {
  /** `redis://` or `rediss://`, with user and password if there are some. */
  url: string
  /** Before every channel, so that two installations on one Redis don't meet. Default: nothing. */
  prefix?: string
  /** Messages that may wait before one listener; more become a `gap`. Default 1,000. */
  capacity?: number
  /** A server that has not answered by then counts as gone. Default 2 s. */
  deadlineMs?: number
  /** How often it is asked. Default 500 ms. */
  pingEveryMs?: number
  /** Told what a listener threw. */
  onListenerError?(error: unknown): void
  /** Told each failure of a connection. It is tried again whatever happens. */
  onConnectionError?(error: unknown): void
}

const MAX_PENDING_BYTES = 16 * 1024 * 1024

/** Notices between processes over Redis. Connects at once, and again for as long as it is not closed. */
export function createRedisSignals(options: RedisSignalsOptions): Signals {
  const { prefix = '', capacity = 1_000, deadlineMs = 2_000, pingEveryMs = 500 } = options
  const { onListenerError = () => {}, onConnectionError = () => {} } = options
  const timing = { url: options.url, deadlineMs, pingEveryMs, onError: onConnectionError }
  const { sending, receiving, channels } = connect(timing)
  const ends = new Set<() => void>()
  let pendingBytes = 0
  let isClosed = false

  function ensure(isPossible: boolean, reason: string) {
    if (isClosed) throw new SignalsUnavailableError('The signals are closed.')
    if (!isPossible) throw new SignalsUnavailableError(reason)
  }

  return {
    isConnected: () => !isClosed && sending.isUp() && receiving.isUp(),

    async publish(channel, text) {
      ensure(sending.isUp(), 'Redis does not answer, so the notice went nowhere.')
      ensure(pendingBytes < MAX_PENDING_BYTES, 'Too many notices wait for Redis, so this one went nowhere.')
      pendingBytes += text.length
      try {
        await asked(withDeadline(sending.redis.publish(prefix + channel, text), deadlineMs))
      } finally {
        pendingBytes -= text.length
      }
    },

    async subscribe(channel, listener) {
      await receiving.untilUp()
      ensure(receiving.isUp(), 'Redis does not answer. Subscribe again later.')
      const mailbox = createMailbox(listener, { capacity, onListenerError })
      const detach = await asked(channels.attach(prefix + channel, mailbox))
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

async function asked<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(error => {
    throw new SignalsUnavailableError(`Redis failed: ${error instanceof Error ? error.message : error}`)
  })
}

/** A connection that listens can't do anything else, so there are two. */
function connect(timing: Pick<LinkOptions, 'url' | 'deadlineMs' | 'pingEveryMs' | 'onError'>) {
  const sending = createRedisLink({ ...timing, onConnect: redis => redis.ping(), onUp: () => {} })
  const receiving = createRedisLink({
    ...timing,
    async onConnect(redis) {
      const names = channels.names()
      if (names.length > 0) await redis.subscribe(...names)
      channels.renewed()
    },
    onUp: () => channels.gap(),
  })
  const channels = createChannels({
    subscribe: channel => withDeadline(receiving.redis.subscribe(channel), timing.deadlineMs),
    unsubscribe: channel => receiving.redis.unsubscribe(channel),
  })
  receiving.redis.on('message', channels.message)
  return { sending, receiving, channels }
}
