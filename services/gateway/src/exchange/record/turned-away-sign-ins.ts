import { hash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { problemDocument, type StartedFrame } from '@sluice/contracts'
import { networkOf, observing } from '@sluice/service-kit'
import { maskHeaders } from '../../domain/redact/mask-secrets.ts'
import { newRequestId } from '../../domain/request-id.ts'
import { createTurnedAwayCounts, type TurnedAwayCount } from '../../load/turned-away-counts.ts'
import type { HeldUp } from '../../sign-in/sign-in.ts'
import { problemAnswer } from './answer.ts'
import type { RecordingSubject } from './exchange-text.ts'
import type { ExchangeRecorder } from './recorder.ts'

/**
 * Sign-ins that were turned away before they were judged. They are told once a minute: those of the limit of wrong passwords
 * for each user and network, those that found too many others waiting all together.
 */
export type TurnedAwaySignIns = {
  /** @param user as it was typed: it may be a password, and is kept as a hash */
  count(subject: RecordingSubject, user: string, refusal: HeldUp): void
  /** Tells what has been counted since the last minute. @param limitMs how long the disk may take for it */
  stop(limitMs: number): Promise<void>
}

type TurnedAwayDependencies = {
  recorder: Pick<ExchangeRecorder, 'describe' | 'keep'>
  /** Epoch ms by the store's clock. */
  storeTime(): number
  /** An event for which there was no room. */
  onShed(): void
  /** How long is counted. Default a minute. */
  everyMs: number | undefined
}

/** The first of those that are counted together, and how it was answered. */
type FirstRefusal = {
  request: StartedFrame
  traceparent: string
  recordsBodies: boolean
  refusal: HeldUp
  bytes: number
}

type CountedRefusals = TurnedAwayCount<FirstRefusal>

const MINUTE_MS = 60_000
/** Events that are written before others have their turn again. */
const AT_ONCE = 100
/** What a description holds besides its texts. */
const OVERHEAD_BYTES = 500

export function createTurnedAwaySignIns(dependencies: TurnedAwayDependencies): TurnedAwaySignIns {
  const { recorder, onShed, everyMs = MINUTE_MS } = dependencies
  const counts = createTurnedAwayCounts<FirstRefusal>()
  let inAll = 0
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  observing('gateway').counter(
    'sign_ins_turned_away',
    'Sign-ins that the limit of wrong passwords turned away before they were judged',
    () => inAll,
  )

  function arm(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      telling = telling.then(() => tell(restore))
    }, everyMs).unref()
  }

  function restore(entry: CountedRefusals): void {
    counts.restore(entry)
    arm()
  }

  async function tell(withoutRoom: (entry: CountedRefusals) => void): Promise<void> {
    const due = counts.take()
    for (let from = 0; from < due.length; from += AT_ONCE) {
      await Promise.all(due.slice(from, from + AT_ONCE).map(entry => tellOne(entry, withoutRoom)))
      await nextTurn()
    }
  }

  async function tellOne(entry: CountedRefusals, withoutRoom: (entry: CountedRefusals) => void): Promise<void> {
    const kept = keep(entry)
    if (kept) await kept
    else withoutRoom(entry)
  }

  const keep = (entry: CountedRefusals) =>
    recorder.keep(toEvent(entry, Math.round(dependencies.storeTime())), entry.sample.traceparent)

  return {
    count(subject, user, refusal) {
      if (!isOverload(refusal)) inAll += 1
      const keys = keysOf(subject.arrival.origin.address, user, refusal)
      if (counts.add(keys, () => describe(recorder, subject, refusal))) arm()
    },
    async stop(limitMs) {
      const late = new AbortController()
      const told = telling.then(() => tell(onShed))
      await Promise.race([told, sleep(limitMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      clearTimeout(timer)
      for (const _ of counts.take()) onShed()
    },
  }
}

const isOverload = ({ code }: HeldUp): boolean => code === 'OVERLOADED'

/**
 * Tells what a refusal is counted under. All clients that find too many others waiting count as one: they may come from
 * everywhere.
 */
function keysOf(address: string, user: string, refusal: HeldUp) {
  if (isOverload(refusal)) return { pair: refusal.code, network: refusal.code }
  const network = networkOf(address)
  return { pair: `${network} ${hash('sha256', user)}`, network }
}

function describe({ describe: of }: Pick<ExchangeRecorder, 'describe'>, subject: RecordingSubject, refusal: HeldUp) {
  const request = of(subject)
  if (!request) return undefined
  const { headers, path, query } = request.request
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, path.length + query.length)
  const { traceparent } = subject.arrival.trace
  return { request, traceparent, recordsBodies: subject.recordsBodies, refusal, bytes: bytes + OVERHEAD_BYTES }
}

const NO_BYTES = Buffer.alloc(0)

/** An event of the moment at which it is told, so that nobody who follows events looks for it in the past. */
function toEvent({ count, sample }: CountedRefusals, at: number) {
  const { request, refusal, recordsBodies } = sample
  const { statusCode, headers } = problemAnswer(refusal, request.id)
  const told = Buffer.from(JSON.stringify({ ...problemDocument(refusal, request.id), turnedAway: count }))
  const state = recordsBodies ? ('captured' as const) : ('withheld' as const)
  return {
    event: {
      ...request,
      id: newRequestId(at),
      at,
      durationMs: 0,
      outcome: 'completed' as const,
      aborted: false,
      response: {
        statusCode,
        headers: maskHeaders(headers),
        body: { state, length: told.length, truncated: false },
      },
      turnedAway: count,
    },
    requestBody: NO_BYTES,
    responseBody: recordsBodies ? told : NO_BYTES,
  }
}
