import { EventEmitter, once } from 'node:events'
import { Redis } from 'ioredis'
import { withDeadline } from './with-deadline.ts'

export type LinkOptions = {
  url: string
  /** A server that has not answered by then counts as gone. */
  deadlineMs: number
  pingEveryMs: number
  /** Done before the link counts as up, after each connecting. */
  onConnect(redis: Redis): Promise<unknown>
  onUp(): void
  onError(error: unknown): void
}

const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 1_000
const CLOSE_WITHIN_MS = 100

/**
 * One connection that knows whether it works: a frozen server keeps its connections open and looks ready for as long
 * as nobody asks it something. Whatever has failed is cut and connected again, at least every second.
 */
export function createRedisLink({ url, deadlineMs, pingEveryMs, onConnect, onUp, onError }: LinkOptions) {
  const redis = openRedis(url, deadlineMs)
  const endWatch = repeat(look, pingEveryMs)
  const rising = new EventEmitter().setMaxListeners(0)
  let isUp = false
  let isClosed = false
  let connectingSince = performance.now()

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
      if (isUp) await withDeadline(redis.ping(), deadlineMs)
      else if (isHanging()) redis.disconnect(true)
    } catch (error) {
      reconnect(error)
    }
  }

  /** Connected, and no word since. */
  function isHanging() {
    const isUnderWay = redis.status === 'connect' || redis.status === 'connecting'
    return isUnderWay && performance.now() - connectingSince > deadlineMs
  }

  redis.on('error', onError)
  redis.on('connecting', fall)
  redis.on('ready', () => void rise())
  redis.on('close', fall)

  return {
    redis,
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
