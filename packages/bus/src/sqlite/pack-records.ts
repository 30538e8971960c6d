import { RecordTooLargeError } from '../errors.ts'
import { FIRST_HEADER } from '../first-header.ts'
import type { OutgoingRecord } from '../port.ts'
import type { PackedRecord } from './protocol.ts'

type PackedBatch = { records: PackedRecord[]; transfer: ArrayBuffer[]; bytes: number }

/**
 * Records as they go to the worker. Values are copied tightly: a view on a large buffer would take all of it along.
 * @throws RecordTooLargeError for the first one that is larger than `maxBytes` with its key and headers
 */
export function packRecords(records: readonly OutgoingRecord[], maxBytes: number): PackedBatch {
  const packed: PackedBatch = { records: [], transfer: [], bytes: 0 }
  for (const { key, value, headers, partitionKey, isFirst } of records) {
    const headerText = JSON.stringify(isFirst ? { ...headers, [FIRST_HEADER]: '' } : headers)
    const size = Buffer.byteLength(key) + Buffer.byteLength(headerText) + value.byteLength
    if (size > maxBytes) throw new RecordTooLargeError(`A record has ${size} bytes; the bus takes ${maxBytes} at most.`)
    const own = new ArrayBuffer(value.byteLength)
    const copy = new Uint8Array(own)
    copy.set(value)
    packed.records.push({ key, headers: headerText, value: copy, partitionKey })
    packed.transfer.push(own)
    packed.bytes += size
  }
  return packed
}
