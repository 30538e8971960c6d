import { EventEmitter, once } from 'node:events'
import { Redis } from 'ioredis'
import { SignalsUnavailableError } from '../errors.ts'
import { withDeadline } from './with-deadline.ts'

export type LinkOptions = {
  url: string
  /** A server that has not answered by then counts as gone. */
  deadlineMs: number
  /** After how long without a word from it a server is asked. */
  pingEveryMs: number
  /** Done before the link counts as up, after each connecting. */
  onConnect(redis: Redis): Promise<unknown>
  onUp(): void
  onError(error: unknown): void
}

const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 1_000
const CLOSE_WITHIN_MS = 100
const LOOK_EVERY_MS = 500

/**
 * One connection that knows whether it works: a frozen server keeps its connections open and looks ready for as long
 * as nobody asks it something. Whatever has failed is cut and connected again, at least every second.
 */
export function createRedisLink({ url, deadlineMs, pingEveryMs, onConnect, onUp, onError }: LinkOptions) {
  const redis = openRedis(url, deadlineMs)
  const endWatch = repeat(look, Math.min(pingEveryMs, LOOK_EVERY_MS))
  const rising = new EventEmitter().setMaxListeners(0)
  let isUp = false
  let isClosed = false
  let connectingSince = performance.now()
  const { ask, askIfSilent } = createAsking(redis, { deadlineMs, pingEveryMs, onSilence: reconnect })

  function fall() {
    isUp = false
    connectingSince = performance.now()
  }

  function reconnect(error: unknown) {
    if (isClosed) return
    onError(error)
    fall()
    redis.disconnect(true)
  }

  async function rise() {
    try {
      await withDeadline(onConnect(redis), deadlineMs)
      if (redis.status !== 'ready' || isClosed) return
      isUp = true
      rising.emit('up')
      onUp()
    } catch (error) {
      reconnect(error)
    }
  }

  async function look() {
    try {
      if (isUp) await askIfSilent()
      else if (isHanging(redis) && performance.now() - connectingSince > deadlineMs)
        reconnect(new SignalsUnavailableError('Redis did not answer in time.'))
    } catch (error) {
      reconnect(error)
    }
  }

  redis.on('error', onError)
  redis.on('connecting', fall)
  redis.on('ready', () => void rise())
  redis.on('close', fall)

  return {
    redis,
    ask,
    isUp: () => isUp && redis.status === 'ready',
    /** Resolves as soon as the link is up, or after the deadline. */
    async untilUp(): Promise<void> {
      if (isUp || isClosed) return
      await once(rising, 'up', { signal: AbortSignal.timeout(deadlineMs) }).catch(() => {})
    },
    close() {
      isClosed = true
      isUp = false
      endWatch()
      rising.emit('up')
      redis.disconnect()
    },
  }
}

/** Connected or about to be, and not ready. */
const isHanging = (redis: Redis) => redis.status === 'connect' || redis.status === 'connecting'

type AskingOptions = Pick<LinkOptions, 'deadlineMs' | 'pingEveryMs'> & { onSilence(error: unknown): void }

/** Notes when the server has said something, and asks it when that is so long ago. */
function createAsking(redis: Redis, { deadlineMs, pingEveryMs, onSilence }: AskingOptions) {
  let heardAt = Number.NEGATIVE_INFINITY
  const heard = () => {
    heardAt = performance.now()
  }
  redis.on('message', heard)
  redis.on('ready', heard)
  return {
    /**
     * One question without an answer is enough, so that the next one need not wait as long.
     * @throws SignalsUnavailableError after the deadline
     */
    async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
      try {
        const answer = await withDeadline(question(redis), deadlineMs)
        heard()
        return answer
      } catch (error) {
        if (error instanceof SignalsUnavailableError) onSilence(error)
        throw error
      }
    },
    async askIfSilent() {
      if (performance.now() - heardAt < pingEveryMs) return
      await withDeadline(redis.ping(), deadlineMs)
      heard()
    },
  }
}

/** Nothing waits inside the client: what can't be sent now fails now. */
const openRedis = (url: string, deadlineMs: number): Redis =>
  new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: deadlineMs,
    disconnectTimeout: CLOSE_WITHIN_MS,
    retryStrategy: times => Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LONGEST_RETRY_MS),
  })

/** Never two at once. @returns the end */
function repeat(task: () => Promise<void>, everyMs: number): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void task().finally(() => {
      isRunning = false
    })
  }, everyMs)
  return () => clearInterval(timer)
}
