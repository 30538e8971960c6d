import type { Bus } from '@sluice/bus'
import { encodeExchange, startedFrame } from '@sluice/contracts'
import { type Logger, observing } from '@sluice/service-kit'
import { decodeFrame, encodeFrame } from './domain/event-frame.ts'
import { type Shipper, startShipper } from './spool/shipping/shipper.ts'
import { openSpool, type Spool, type SpoolSettings } from './spool/spool.ts'

/** From the answer to the bus: the spool, and what ships it. */
export type EventLine = {
  spool: Spool
  shipper: Shipper
  /** An event for which there was no room. */
  onShed(): void
  /** @param deadlineMs what is left to ship what is spooled; what is not stays for the next process */
  stop(deadlineMs: number): Promise<void>
}

const NO_BYTES = new Uint8Array()

/** @throws SpoolInUseError */
export function openEventLine(bus: Bus, settings: SpoolSettings, logger: Logger): EventLine {
  const spool = openSpool(settings, logger)
  adoptUnfinished(spool, logger)
  const shipper = startShipper({ spool, bus, directory: settings.directory, logger })
  let shed = 0
  publishFigures(spool, shipper, { maxBytes: settings.maxBytes, shed: () => shed })
  return {
    spool,
    shipper,
    onShed() {
      shed += 1
      if (Number.isInteger(Math.log2(shed))) logger.error({ events: shed }, 'event.shed')
    },
    async stop(deadlineMs) {
      await shipper.stop(deadlineMs)
      if (!spool.isDrained()) logger.warn({ bytes: spool.waitingBytes() }, 'spool.left-for-next-start')
      spool.close()
    },
  }
}

/** A write whose gateway died before the answer may have happened: its event says so. */
function adoptUnfinished(spool: Spool, logger: Logger): void {
  for (const frame of spool.unfinished.values()) {
    const { id, traceparent, value } = decodeFrame(frame)
    const event = unknownOutcome(value)
    if (event) spool.adopt(encodeFrame({ id, traceparent, value: event }))
    else logger.error({ requestId: id }, 'spool.frame-unreadable')
  }
  if (spool.unfinished.size > 0) logger.warn({ events: spool.unfinished.size }, 'spool.adopted-unfinished')
}

function unknownOutcome(started: Buffer): Buffer | undefined {
  const parsed = startedFrame.safeParse(readJson(started))
  if (!parsed.success) return undefined
  const event = { ...parsed.data, outcome: 'unknown', aborted: true, durationMs: 0, response: null } as const
  return encodeExchange({ event, requestBody: NO_BYTES, responseBody: NO_BYTES })
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

type EventFigures = { maxBytes: number; shed(): number }

function publishFigures(spool: Spool, { counters, waitingSince }: Shipper, { maxBytes, shed }: EventFigures): void {
  const { gauge, counter } = observing('gateway')
  gauge('spool_bytes', 'Bytes that wait in the spool for the bus, reserved ones included', spool.waitingBytes)
  gauge('spool_max_bytes', 'The most bytes of the spool', () => maxBytes)
  gauge('spool_faulty', '1 while the disk does not take what is written to the spool, else 0', () =>
    Number(spool.isFaulty()),
  )
  gauge('spool_oldest_seconds', 'How long the oldest event has waited for the bus', () => {
    const since = waitingSince()
    return since === undefined ? 0 : (performance.now() - since) / 1000
  })
  counter('events_shipped', 'Events that the bus has acknowledged', () => counters.shipped)
  counter('events_send_failures', 'Sends to the bus that failed and were tried again', () => counters.failedSends)
  counter('events_damaged', 'Records of the spool that could not be read', () => counters.damaged)
  counter('events_too_large', 'Events that the bus did not take even without bodies', () => counters.tooLarge)
  counter(
    'events_shed',
    'Events given up because the spool was full or could not be written',
    () => shed() + spool.dropped(),
  )
}
