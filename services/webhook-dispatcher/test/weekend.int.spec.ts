import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import { createSimulatedEnds, LOOK_EVERY_MS } from '../src/testing/simulated-ends.ts'

const HOUR_MS = 3_600_000
/** From Saturday 00:00 until Sunday 23:00. */
const HOURS = 47
const FAILURES_AN_HOUR = 64

await describeOnStores('a target that is dead for a weekend', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher
  let aheadMs = 0

  beforeAll(async () => {
    receiver = await openReceiver()
    dispatcher = await openDispatcher({
      allowCidrs: [receiver.cidr],
      toldAfterMs: 300_000,
      occurrencesEveryMs: LOOK_EVERY_MS,
      aheadMs: () => aheadMs,
      store: await openStore(),
    })
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  it('is three messages, not three thousand', async () => {
    const { end, look } = createSimulatedEnds(dispatcher)
    const dead = await dispatcher.create({ url: `${receiver.url}/dead`, condition: "path('/orders')" })
    await dispatcher.create({ url: receiver.url, condition: "sluice('webhook.*')" })
    for (let hour = 0; hour < HOURS; hour += 1) {
      await end(dead._id, false, FAILURES_AN_HOUR)
      aheadMs += HOUR_MS
      await look()
    }
    await end(dead._id, true, 1)
    await look()
    await eventually(() => receiver.received.length >= 3)
    await look()
    const told = receiver.received.map(({ body }) => JSON.parse(body).request.body)
    expect(told.map(({ occurrence }) => occurrence)).toEqual([
      'webhook.failing',
      'webhook.failing',
      'webhook.recovered',
    ])
    expect(told[1].figures.failures).toBe(told[0].figures.failures + 24 * FAILURES_AN_HOUR)
    const apartMs = Date.parse(told[1].at) - Date.parse(told[0].at)
    expect(Math.floor(apartMs / HOUR_MS)).toBe(24)
  }, 120_000)
})
