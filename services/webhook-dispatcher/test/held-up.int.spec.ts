import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const TIMEOUT_MS = 1_000
const CONNECTING = 'undici:client:beforeConnect'

/** Neither timers nor sockets move meanwhile, as in a frozen process. */
const sleepAllOfUs = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

describe('a delivery of a process that stands still', () => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher

  beforeAll(async () => {
    receiver = await openReceiver()
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
  })
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  it('goes out all the same, once, as the attempt that it was', async () => {
    const wanted = { condition: "path('/still')", url: receiver.url, timeout_ms: TIMEOUT_MS }
    const { _id } = await dispatcher.create(wanted)
    let stills = 0
    const standStill = () => {
      stills += 1
      if (stills === 1) sleepAllOfUs(TIMEOUT_MS + 500)
    }
    subscribe(CONNECTING, standStill)
    try {
      const [event] = await dispatcher.send({ path: '/still' })
      const entry = await dispatcher.entryOf(_id, event?.id ?? '')
      expect(entry).toMatchObject({ status: 'success', attempt: 1 })
      expect(receiver.received).toHaveLength(1)
      expect(stills).toBeGreaterThan(1)
    } finally {
      unsubscribe(CONNECTING, standStill)
    }
  })
})
