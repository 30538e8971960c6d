import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import Encoder from 'kafkajs/src/protocol/encoder.js'
import createRequest from 'kafkajs/src/protocol/request.js'
import produce, { type ProduceCall } from 'kafkajs/src/protocol/requests/produce/index.js'
import { patchProduce, RecordMessage } from './patch-produce.ts'
import { createRequestBuffers, WholeRequest } from './whole-request.ts'

patchProduce()

const KIND = 0
const VERSION = 7

const sent = async (clientId: string, encode: () => Promise<Encoder>): Promise<Buffer> =>
  (await createRequest({ correlationId: 5, clientId, request: { apiKey: KIND, apiVersion: VERSION, encode } })).buffer

function produceCall(text: string): ProduceCall {
  const message = new RecordMessage({ key: 'a', value: Buffer.from(text), headers: {} })
  const topicData = [{ topic: 't', partitions: [{ partition: 0, firstSequence: 0, messages: [message] }] }]
  return produce.protocol({ version: VERSION })({
    acks: -1,
    timeout: 1_000,
    producerId: '-1',
    producerEpoch: 0,
    topicData,
  })
}

/** Of one record that was taken. */
const answer = (): Buffer =>
  new Encoder().writeInt32(1).writeString('t').writeInt32(1).writeInt32(0).writeInt16(0).writeEncoder(times()).buffer
const times = (): Encoder =>
  [0, 0, -1, -1, 0, 0, 0].reduce((encoder, value) => encoder.writeInt32(value), new Encoder())

describe('a request in one buffer', () => {
  it('is sent as kafkajs would send it, however long the name of the client is', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 2_000 })
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 400 }), texts, async (clientId, text) => {
        const whole = new WholeRequest(createRequestBuffers().take(Buffer.byteLength(text) + 2))
        const ours = await sent(clientId, async () => whole.writeString(text))
        const theirs = await sent(clientId, async () => new Encoder().writeString(text))
        expect(ours.equals(theirs)).toBe(true)
      }),
    )
  })

  it('is in that of the request before as soon as this one is answered, and in another one until then', async () => {
    const [first, second, third] = [produceCall('first'), produceCall('second'), produceCall('third')]
    const firstBytes = (await first.request.encode()).buffer
    const secondBytes = (await second.request.encode()).buffer
    expect(secondBytes.buffer).not.toBe(firstBytes.buffer)
    expect(firstBytes.includes('first')).toBe(true)
    await second.response.decode(answer())
    expect((await third.request.encode()).buffer.buffer).toBe(secondBytes.buffer)
    expect(firstBytes.includes('first')).toBe(true)
  })

  it('gives back no buffer twice, though its answer were read twice', async () => {
    const first = produceCall('first')
    await first.request.encode()
    await first.response.decode(answer())
    const second = await produceCall('second').request.encode()
    await first.response.decode(answer())
    expect((await produceCall('third').request.encode()).buf).not.toBe(second.buf)
  })
})

describe('the buffer that is kept', () => {
  it('is not one of more than 2 MiB', () => {
    const buffers = createRequestBuffers()
    const large = buffers.take(2 * 1024 * 1024)
    buffers.giveBack(large)
    expect(buffers.take(1)).not.toBe(large)
  })

  it('is large enough for what is asked', () => {
    const buffers = createRequestBuffers()
    const small = buffers.take(1_000)
    buffers.giveBack(small)
    expect(buffers.take(100_000).length).toBeGreaterThanOrEqual(100_000)
  })
})
