import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { openDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const EVENTS = 200
let receiver: TestReceiver
let directory: string
/** How many deliveries the receiver answers; it leaves the others hanging. */
let answers = 0
const answered = new Set<unknown>()

beforeAll(async () => {
  receiver = await openReceiver((request, response) => {
    if (answered.size >= answers) return
    answered.add(request.headers['webhook-id'])
    response.end()
  })
  directory = await temporaryDirectory()
})
afterAll(async () => {
  await receiver.close()
  await rm(directory, { recursive: true, force: true })
})

function startChild(): ChildProcess {
  const script = fileURLToPath(new URL('../src/testing/dispatcher-child.ts', import.meta.url))
  return spawn(process.execPath, [script, directory, receiver.cidr], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

describe('a dispatcher that is stopped', () => {
  it('lets what is in flight end, and leaves the rest for the next start: each is delivered once', async () => {
    const target = await openReceiver((_, response) => void setTimeout(() => response.end(), 50))
    const home = await temporaryDirectory()
    const open = () => openDispatcher({ directory: home, allowCidrs: [target.cidr] })
    const first = await open()
    const webhook = await first.create({ condition: "path('/stopped')", url: target.url })
    const events = await first.send(...Array.from({ length: 100 }, () => ({ path: '/stopped' })))
    await eventually(() => target.received.length > 20)
    await first.close()
    expect(target.received.length).toBeLessThan(100)
    const second = await open()
    const entries = await Promise.all(events.map(({ id }) => second.entryOf(webhook._id, id)))
    expect(entries.filter(({ status }) => status === 'success')).toHaveLength(100)
    expect(target.received).toHaveLength(100)
    await second.close()
    await target.close()
    await rm(home, { recursive: true, force: true })
  }, 30_000)
})

describe('a dispatcher that is killed in the middle of 200 deliveries', () => {
  it('loses none of them, repeats only what was in flight, and leaves exactly one entry for each', async () => {
    const before = await openDispatcher({ directory, allowCidrs: [receiver.cidr] })
    const webhook = await before.create({ condition: "path('/killed')", url: receiver.url, timeout_ms: 30_000 })
    await before.stop()
    const events = await before.send(...Array.from({ length: EVENTS }, () => ({ path: '/killed' })))
    await before.close()

    for (const share of [0.2, 0.5, 0.7]) {
      answers = EVENTS * share
      const child = startChild()
      await eventually(() => answered.size === answers, { timeoutMs: 50_000 })
      await kill(child)
    }
    answers = EVENTS
    const last = startChild()
    await eventually(() => answered.size === EVENTS, { timeoutMs: 30_000 })
    await kill(last)
    // The last answers may not have been noted before that, and come again.
    answers = Number.POSITIVE_INFINITY

    const after = await openDispatcher({ directory, allowCidrs: [receiver.cidr] })
    const entries = await Promise.all(events.map(({ id }) => after.entryOf(webhook._id, id)))
    expect(entries.filter(({ status }) => status === 'success')).toHaveLength(EVENTS)
    expect(new Set(entries.map(({ _id }) => _id))).toEqual(answered)
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
