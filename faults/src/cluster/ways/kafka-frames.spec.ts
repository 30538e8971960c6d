import { describe, expect, it } from '@jest/globals'
import { isProduce, NOT_ENOUGH_REPLICAS, refusalOf, splitRequests } from './kafka-frames.ts'

const int16 = (value: number) => {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}
const int32 = (value: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
const text = (value: string) => Buffer.concat([int16(value.length), Buffer.from(value)])
const NULL_TEXT = int16(-1)

function request({ kind = 0, version = 7, body = Buffer.alloc(0) }): Buffer {
  const whole = Buffer.concat([int16(kind), int16(version), int32(42), text('rig'), body])
  return Buffer.concat([int32(whole.length), whole])
}

const records = Buffer.from('records')
const produce = request({
  body: Buffer.concat([
    ...[NULL_TEXT, int16(-1), int32(5_000), int32(1), text('events'), int32(2)],
    ...[int32(3), int32(records.length), records],
    ...[int32(11), int32(records.length), records],
  ]),
})

describe('requests to a broker', () => {
  it('are told apart, however they arrive', () => {
    const other = request({ kind: 3 })
    const both = Buffer.concat([produce, other])
    expect(splitRequests(both)).toEqual({ requests: [produce, other], rest: Buffer.alloc(0) })
    expect(splitRequests(both.subarray(0, both.length - 1))).toEqual({
      requests: [produce],
      rest: other.subarray(0, other.length - 1),
    })
    expect(splitRequests(both.subarray(0, 3)).requests).toEqual([])
  })

  it('bring records, or not', () => {
    expect(isProduce(produce)).toBe(true)
    expect(isProduce(request({ kind: 3 }))).toBe(false)
    expect(isProduce(request({ version: 9 }))).toBe(false)
  })

  it('are refused for each of their partitions', () => {
    const unknown = Buffer.alloc(24, 0xff)
    const body = Buffer.concat([
      ...[int32(42), int32(1), text('events'), int32(2)],
      ...[int32(3), int16(NOT_ENOUGH_REPLICAS), unknown],
      ...[int32(11), int16(NOT_ENOUGH_REPLICAS), unknown],
      int32(0),
    ])
    expect(refusalOf(produce, NOT_ENOUGH_REPLICAS)).toEqual(Buffer.concat([int32(body.length), body]))
  })
})
