import { setTimeout as delay } from 'node:timers/promises'
import type { ServerEvent } from '@modelcontextprotocol/server'
import { type Refusal, refuse } from '@sluice/contracts'
import { createSparseLog, type Logger } from '@sluice/service-kit'
import { eventsBetween, type OfferMarks } from './offer-marks.ts'

/** A client that wants to hear when what it is offered changes. */
export type NoticeReader = {
  /** The user, or the address of somebody who is nobody. */
  user: string
  /** What was offered when the stream was opened. */
  marks: OfferMarks
  /** Reads what is offered now; undefined where that is nothing any more. @param isStale whether the caller's own data may have changed */
  readMarks(isStale: boolean): Promise<OfferMarks | undefined>
  publish(event: ServerEvent): void
  end(): void
}

/** A stream that is open. */
export type Subscription = {
  kind: 'open'
  /** Says that the client has been sent all that it was to be told. */
  caughtUp(): void
  leave(): void
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

const MAX_OF_USER = 16
const MAX_OPEN = 1_024
/** A client that leaves more untaken is ended. */
const MAX_UNTAKEN = 100
/** How long changes are gathered before all streams are looked at. */
const GATHER_MS = 100
/** Collections come and go without a change that could be followed. */
const EVERY_MS = 15_000

type WatchedStream = NoticeReader & { isStale: boolean; untaken: number }

/** `beforeLook`: called before all streams are looked at, so that what is remembered is read anew. */
type SubscriptionsDependencies = { logger: Logger; beforeLook(): void }

/** Tells each client alone of what has changed for itself, however many changes there were. */
export function createSubscriptions(dependencies: SubscriptionsDependencies) {
  const open = new Set<WatchedStream>()
  const looking = createLooking(open, dependencies)
  const openOf = (user: string): number => [...open].filter(stream => stream.user === user).length

  return {
    count: (): number => open.size,

    /** Notes that what callers are offered may have changed. */
    noteChange: looking.noteDue,

    /** Notes that a user's own data may have changed; without a name those of everybody. */
    noteUser(user?: string): void {
      for (const stream of open) {
        if (user !== undefined && stream.user !== user) continue
        stream.isStale = true
        looking.noteDue()
      }
    },

    open(reader: NoticeReader): Subscription | Refusal {
      if (open.size >= MAX_OPEN)
        return refuse('OVERLOADED', `${MAX_OPEN} subscriptions are open here. Try again later.`)
      if (openOf(reader.user) >= MAX_OF_USER) {
        return refuse('RATE_LIMITED', `You have ${MAX_OF_USER} subscriptions open here. End one of them first.`)
      }
      const stream = { ...reader, isStale: false, untaken: 0 }
      open.add(stream)
      // What has changed since its marks were read is found by the first look.
      looking.noteDue()
      looking.start()
      return {
        kind: 'open',
        caughtUp() {
          stream.untaken = 0
        },
        leave: () => void open.delete(stream),
      }
    },

    endAll(): void {
      for (const stream of open) stream.end()
    },
  }
}

/** Looks at all streams while there are any: soon after a change, and now and then. */
function createLooking(open: ReadonlySet<WatchedStream>, { logger, beforeLook }: SubscriptionsDependencies) {
  const failed = createSparseLog(fields => logger.warn(fields, 'mcp.subscriptions-not-read'))
  let isDue = false
  let isLooking = false

  async function look(stream: WatchedStream): Promise<void> {
    const { isStale } = stream
    stream.isStale = false
    try {
      const after = await stream.readMarks(isStale)
      if (!after || !open.has(stream)) return
      for (const event of eventsBetween(stream.marks, after)) tell(stream, event)
      stream.marks = after
    } catch (error) {
      stream.isStale ||= isStale
      failed({ err: error })
    }
  }

  async function lookWhileOpen(): Promise<void> {
    isLooking = true
    for (let sinceMs = 0; open.size > 0; sinceMs += GATHER_MS) {
      await delay(GATHER_MS, undefined, { ref: false })
      if (!isDue && sinceMs < EVERY_MS) continue
      isDue = false
      sinceMs = 0
      beforeLook()
      for (const stream of [...open]) await look(stream)
    }
    isLooking = false
  }

  return {
    noteDue(): void {
      isDue = true
    },
    start(): void {
      if (!isLooking) void lookWhileOpen()
    },
  }
}

function tell(stream: WatchedStream, event: ServerEvent): void {
  stream.untaken += 1
  if (stream.untaken <= MAX_UNTAKEN) stream.publish(event)
  else stream.end()
}
