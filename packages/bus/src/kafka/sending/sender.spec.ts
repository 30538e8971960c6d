import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { BusUnavailableError, RecordTooLargeError } from '../../errors.ts'
import type { OutgoingRecord } from '../../port.ts'
import { createSender, type RecordsByTopic } from './sender.ts'

const record = (key: string, bytes = 1): OutgoingRecord => ({ key, value: new Uint8Array(bytes), headers: {} })

/** A broker that answers when a test says so. */
function createBroker() {
  const batches: { batch: RecordsByTopic; answer(error?: unknown): void }[] = []
  const arrivals = new EventEmitter()
  let atOnce = 0
  return {
    batches,
    mostAtOnce: () => atOnce,
    keys: () => batches.map(({ batch }) => [...batch.values()].flat().map(({ key }) => key)),
    async produce(batch: RecordsByTopic) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      batches.push({ batch, answer: error => (error ? reject(error) : resolve()) })
      atOnce = Math.max(atOnce, batches.length - answered)
      arrivals.emit('batch')
      await promise.finally(() => answered++)
    },
    async next(index: number) {
      while (batches.length <= index) await once(arrivals, 'batch')
      return batches[index] as (typeof batches)[number]
    },
  }
}
let answered = 0

describe('sending to Kafka', () => {
  const start = (sendTimeoutMs = 5_000) => {
    answered = 0
    const broker = createBroker()
    return { broker, sender: createSender({ produce: broker.produce, maxRecordBytes: 1_000, sendTimeoutMs }) }
  }

  it('has one request under way, and puts into the next what has gathered meanwhile', async () => {
    const { broker, sender } = start()
    const first = sender.send('t', [record('a')])
    const { answer } = await broker.next(0)
    const others = ['b', 'c', 'd'].map(key => sender.send('t', [record(key)]))
    answer()
    await first
    const next = await broker.next(1)
    next.answer()
    await Promise.all(others)
    expect(broker.keys()).toEqual([['a'], ['b', 'c', 'd']])
    expect(broker.mostAtOnce()).toBe(1)
  })

  it('calls nothing the first with its key that it sends once more, as one of several was too large', async () => {
    const { broker, sender } = start()
    const sent = sender.send(
      't',
      ['a', 'b'].map(key => ({ ...record(key), isFirst: true })),
    )
    const marks = async (index: number) =>
      [...(await broker.next(index)).batch.values()].flat().map(({ isFirst }) => isFirst)
    expect(await marks(0)).toEqual([true, true])
    broker.batches[0]?.answer(Object.assign(new TypeError('refused'), { type: 'MESSAGE_TOO_LARGE' }))
    expect(await marks(1)).toEqual([false])
    broker.batches[1]?.answer()
    expect(await marks(2)).toEqual([false])
    broker.batches[2]?.answer()
    await sent
  })

  it('cuts what is too much for one request, and resolves a send only when all of it was taken', async () => {
    const { broker, sender } = start()
    const sent = sender.send(
      't',
      ['a', 'b', 'c'].map(key => record(key, key === 'a' ? 700 : 300)),
    )
    let isDone = false
    void sent.then(() => {
      isDone = true
    })
    for (const index of [0, 1]) {
      const { answer } = await broker.next(index)
      expect(isDone).toBe(false)
      answer()
    }
    await sent
    expect(broker.keys()).toEqual([['a'], ['b', 'c']])
  })

  it('fails a send whose first part was refused, and sends nothing more of it', async () => {
    const { broker, sender } = start()
    const sent = sender.send(
      't',
      ['a', 'b', 'c', 'd'].map(key => record(key, 400)),
    )
    const { answer } = await broker.next(0)
    answer(new TypeError('the broker is gone'))
    await expect(sent).rejects.toThrow(BusUnavailableError)
    await expect(sent).rejects.toThrow(/the broker is gone/)
    const after = sender.send('t', [record('e')])
    const next = await broker.next(1)
    next.answer()
    await after
    expect(broker.keys().at(-1)).toEqual(['e'])
  })

  it('finds the one that the broker calls too large among others, which arrive', async () => {
    const { broker, sender } = start()
    const sends = ['a', 'large', 'c'].map(key => sender.send('t', [record(key)]))
    const all = Promise.allSettled(sends)
    const tooLarge = Object.assign(new TypeError('refused'), { type: 'MESSAGE_TOO_LARGE' })
    for (const [index, error] of [tooLarge, undefined, tooLarge, undefined].entries()) {
      const { answer } = await broker.next(index)
      answer(error)
    }
    const [before, refused, after] = await all
    expect([before?.status, after?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(refused).toMatchObject({ reason: expect.any(RecordTooLargeError) })
  })

  it('fails in time what waits behind a request without an answer', async () => {
    const { broker, sender } = start(50)
    const sends = [sender.send('t', [record('a')])]
    await broker.next(0)
    sends.push(sender.send('t', [record('b')]))
    const ends = await Promise.allSettled(sends)
    expect(ends.map(end => end.status === 'rejected' && end.reason.name)).toEqual(Array(2).fill('BusUnavailableError'))
    expect(broker.batches).toHaveLength(1)
  })

  it('takes nothing more when too much waits', async () => {
    const broker = createBroker()
    const large = 40 * 1024 * 1024
    const sender = createSender({ produce: broker.produce, maxRecordBytes: large * 2, sendTimeoutMs: 5_000 })
    const sends = Promise.allSettled([sender.send('t', [record('a', large)]), sender.send('t', [record('b', large)])])
    await expect(sender.send('t', [record('c')])).rejects.toThrow(/Too much waits/)
    sender.close()
    const { answer } = await Promise.race([broker.next(0), sends.then(() => ({ answer: () => {} }))])
    answer()
    await sends
  })
})
