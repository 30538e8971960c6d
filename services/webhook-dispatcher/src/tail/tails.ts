import { setTimeout as delay } from 'node:timers/promises'
import { type Refusal, refuse } from '@sluice/contracts'
import { createSparseLog, type Logger } from '@sluice/service-kit'
import { firstIdAt } from '../domain/execution/execution-id.ts'
import type { NamedFeed, News, TailFeed, TailKind } from './feed.ts'
import { formatMessage, formatNotice, formatPlace, HEARTBEAT } from './message.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'

type TailReader = { subscriber: Subscriber; hadAlready: ReadonlySet<string> }
type TailChannel = { kind: TailKind; feed: TailFeed; readers: Set<TailReader>; primed: Promise<void> }

const MAX_READERS = 50
/** Each reads bodies and renders for one reader alone. */
const MAX_LISTENINGS = 10
const EVERY_MS = 1_000
/** Looks from one heartbeat to the next: 15 s. */
const BEATS = 15

export type Tails = ReturnType<typeof createTails>

type TailsDependencies = { now: () => Date; logger: Logger }

/** Live tails: the store is looked at once a second for all readers of a feed together, and not at all without readers. */
export function createTails({ now, logger }: TailsDependencies) {
  const channels = new Map<string, TailChannel>()
  const look = createLooking(channels, logger)
  let openCount = 0

  const countOf = (kind: TailKind): number => [...channels.values()].filter(channel => channel.kind === kind).length

  function refuseOneMore(kind: TailKind): Refusal | undefined {
    if (openCount >= MAX_READERS) return refuseFull(MAX_READERS, 'tails')
    return kind === 'listening' && countOf(kind) >= MAX_LISTENINGS
      ? refuseFull(MAX_LISTENINGS, 'listenings')
      : undefined
  }

  function enter({ kind, name, openFeed }: NamedFeed): TailChannel {
    const known = channels.get(name)
    if (known) return known
    const feed = openFeed()
    const channel = { kind, feed, readers: new Set<TailReader>(), primed: feed.prime() }
    channels.set(name, channel)
    return channel
  }

  return {
    /** Whether a tail is open that tells of events as they come. */
    wantEvents: (): boolean => countOf('events') + countOf('listening') > 0,

    /** @param after the last message that the reader had */
    async open(source: NamedFeed, after: string | undefined): Promise<Subscriber | Refusal> {
      const refusal = refuseOneMore(source.kind)
      if (refusal) return refusal
      const { name } = source
      openCount += 1
      const place = firstIdAt(now().getTime())
      const channel = enter(source)
      const subscriber = createSubscriber(() => {
        openCount -= 1
        channel.readers.delete(reader)
        if (channel.readers.size === 0 && channels.get(name) === channel) channels.delete(name)
      })
      if (after === undefined) subscriber.push(formatPlace(place))
      const hadAlready = new Set<string>()
      const reader = { subscriber, hadAlready }
      channel.readers.add(reader)
      try {
        await channel.primed
        if (after !== undefined) catchUp(reader.subscriber, hadAlready, await channel.feed.since(after))
      } catch (error) {
        subscriber.end('stopping')
        throw error
      }
      look()
      return subscriber
    },

    endAll(): void {
      for (const { readers } of channels.values()) for (const { subscriber } of readers) subscriber.end('stopping')
    },
  }
}

const refuseFull = (limit: number, what: string): Refusal =>
  refuse('OVERLOADED', `${limit} ${what} are open here. Try again when one of them has ended.`)

/** @returns to be called when there is a channel: all are looked at once a second as long as there are any */
function createLooking(channels: ReadonlyMap<string, TailChannel>, logger: Logger): () => void {
  const failed = createSparseLog(fields => logger.warn(fields, 'tail.not-read'))
  let isLooking = false

  async function lookWhileOpen(): Promise<void> {
    isLooking = true
    for (let beats = 1; channels.size > 0; beats += 1) {
      await delay(EVERY_MS, undefined, { ref: false })
      for (const channel of channels.values()) await look(channel)
      if (beats % BEATS === 0) for (const channel of channels.values()) beat(channel)
    }
    isLooking = false
  }

  async function look(channel: TailChannel): Promise<void> {
    try {
      await channel.primed
      tell(channel, await channel.feed.poll())
    } catch (error) {
      failed({ err: error })
    }
  }

  return () => {
    if (!isLooking) void lookWhileOpen()
  }
}

function pushToAll({ readers }: TailChannel, text: string): void {
  for (const { subscriber } of readers) subscriber.push(text)
}

function beat(channel: TailChannel): void {
  const place = channel.feed.place?.()
  pushToAll(channel, place === undefined ? HEARTBEAT : formatPlace(place))
}

function catchUp(subscriber: Subscriber, hadAlready: Set<string>, news: News): void {
  if (news.kind === 'over') return subscriber.end(news.reason)
  if (news.missed > 0) subscriber.push(formatNotice('gap', { missed: news.missed }))
  for (const message of news.messages) {
    hadAlready.add(message.key)
    subscriber.push(formatMessage(message))
  }
}

/** Formatted once, whoever reads it. */
function tell({ readers }: TailChannel, news: News): void {
  if (news.kind === 'over') {
    for (const { subscriber } of readers) subscriber.end(news.reason)
    return
  }
  const texts = news.messages.map(message => ({ key: message.key, text: formatMessage(message) }))
  const gap = news.missed > 0 ? formatNotice('gap', { missed: news.missed }) : undefined
  for (const { subscriber, hadAlready } of readers) {
    if (gap) subscriber.push(gap)
    for (const { key, text } of texts) if (!hadAlready.has(key)) subscriber.push(text)
  }
}
