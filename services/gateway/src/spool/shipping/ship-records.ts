import { type Bus, type OutgoingRecord, RecordTooLargeError } from '@sluice/bus'
import { decodeExchange, encodeExchange, exchangeCompleted } from '@sluice/contracts'
import { decodeFrame } from '../../domain/event-frame.ts'
import type { SpoolPosition } from '../segment-files.ts'
import { partitionKeyOf } from './partition-key.ts'

const NO_BYTES = new Uint8Array()

type ShippedFrame = { frame: Buffer; place: SpoolPosition; isFirst: boolean }

/** The record of the bus for the frame of an event. @param place where it stands in the spool */
export function toOutgoing({ frame, place, isFirst }: ShippedFrame): OutgoingRecord {
  const { id, traceparent, value } = decodeFrame(frame)
  const headers = {
    traceparent,
    'event-id': id,
    'event-type': exchangeCompleted.name,
    'schema-version': '1',
  }
  return { key: id, value, headers, partitionKey: partitionKeyOf(id, place), isFirst }
}

/** The bus, and what ends the sending to it. */
type BusWay = { bus: Bus; signal: AbortSignal }

/**
 * Sends records one by one after the bus found one of them too large. A too large event goes without its bodies; one
 * that is too large even so is left out.
 * @returns how many were left out
 */
export async function sendOneByOne({ bus, signal }: BusWay, records: readonly OutgoingRecord[]): Promise<number> {
  let leftOut = 0
  for (const record of records) {
    const isSent =
      (await sendUnlessTooLarge({ bus, signal }, { ...record, isFirst: false })) ||
      (await sendUnlessTooLarge({ bus, signal }, { ...record, isFirst: false, value: cut(record.value) }))
    if (!isSent) leftOut += 1
  }
  return leftOut
}

async function sendUnlessTooLarge({ bus, signal }: BusWay, record: OutgoingRecord): Promise<boolean> {
  try {
    await bus.send(exchangeCompleted.name, [record], signal)
    return true
  } catch (error) {
    if (error instanceof RecordTooLargeError) return false
    throw error
  }
}

/** The event without the bytes of its bodies, marked as cut. */
function cut(value: Uint8Array): Uint8Array {
  const decoded = decodeExchange(value)
  if (decoded.kind !== 'event') return value
  const { event } = decoded.exchange
  event.request.body.truncated = true
  if (event.response) event.response.body.truncated = true
  return encodeExchange({ event, requestBody: NO_BYTES, responseBody: NO_BYTES })
}
