import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { openDispatcher } from './testing/open-dispatcher.ts'
import { openReceiver, type Receiver } from './testing/receiver.ts'

const EVENTS = 200
let receiver: Receiver
let directory: string

beforeAll(async () => {
  receiver = await openReceiver((_, response) => void setTimeout(() => response.end(), 10))
  directory = await temporaryDirectory()
})
afterAll(async () => {
  await receiver.close()
  await rm(directory, { recursive: true, force: true })
})

function startChild(): ChildProcess {
  const script = fileURLToPath(new URL('./testing/dispatcher-child.ts', import.meta.url))
  return spawn(process.execPath, [script, directory, receiver.cidr], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const deliveredIds = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))

describe('a dispatcher that is killed in the middle of 200 deliveries', () => {
  it('loses none of them, repeats only what was in flight, and leaves exactly one entry for each', async () => {
    const before = await openDispatcher({ directory, allowCidrs: [receiver.cidr] })
    const webhook = await before.create({ condition: "path('/killed')", url: receiver.url })
    await before.stop()
    const events = await before.send(...Array.from({ length: EVENTS }, () => ({ path: '/killed' })))
    await before.close()

    for (const share of [0.2, 0.5, 0.7]) {
      const child = startChild()
      await eventually(() => deliveredIds().size >= EVENTS * share, { timeoutMs: 20_000 })
      await kill(child)
      expect(deliveredIds().size).toBeLessThan(EVENTS)
    }
    const last = startChild()
    await eventually(() => deliveredIds().size === EVENTS, { timeoutMs: 30_000 })
    await kill(last)

    const after = await openDispatcher({ directory, allowCidrs: [receiver.cidr] })
    const entries = await Promise.all(events.map(({ id }) => after.entryOf(webhook._id, id)))
    expect(entries.filter(({ status }) => status === 'success')).toHaveLength(EVENTS)
    expect(new Set(entries.map(({ _id }) => _id))).toEqual(deliveredIds())
    const collections = await after.platform.store.listCollections('sluice')
    const days = collections.filter(name => name.startsWith('webhookExecutions'))
    const rows = await Promise.all(
      days.map(collection => after.platform.store.collection({ db: 'sluice', collection }).count({})),
    )
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(EVENTS)
    // One target has 16 slots: no more than these were in flight at each of the four deaths.
    expect(receiver.received.length - EVENTS).toBeLessThanOrEqual(4 * 16)
    await after.close()
  }, 90_000)
})
