import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SignalsUnavailableError } from '../errors.ts'
import type { SignalListener, Signals } from '../port.ts'
import { createSignalRecorder } from './recorder.ts'

/** One carrier for a whole file of tests. */
type SignalsHarness = {
  /** A new connection, as another process would have. */
  connect(): Promise<Signals>
  /** Cuts every connection; what is published until `restore` reaches nobody. Resolves when they have noticed. */
  interrupt(): Promise<void>
  /** Resolves when every connection is back. */
  restore(): Promise<void>
  patienceMs: number
  stop(): Promise<void>
}

/** What every adapter of the signals port promises. */
export function describeSignals(name: string, start: () => Promise<SignalsHarness>) {
  describe(`signals conformance: ${name}`, () => {
    let harness: SignalsHarness
    let here: Signals
    let there: Signals
    let channel = ''
    let count = 0

    const recorder = () => createSignalRecorder(harness.patienceMs)

    beforeAll(async () => {
      harness = await start()
    })
    afterAll(() => harness.stop())
    beforeEach(async () => {
      here = await harness.connect()
      there = await harness.connect()
      channel = `conformance.${process.pid}.${++count}`
    })
    afterEach(async () => {
      await here.close()
      await there.close()
    })

    it('brings a message to every subscriber of its channel, the own one too, and to no other channel', async () => {
      const mine = recorder()
      const theirs = recorder()
      const other = recorder()
      await here.subscribe(channel, mine.listener)
      await there.subscribe(channel, theirs.listener)
      await there.subscribe(`${channel}.other`, other.listener)
      await here.publish(channel, 'grüße')
      await here.publish(`${channel}.other`, 'end')
      await Promise.all([mine.untilHeard('grüße'), theirs.untilHeard('grüße'), other.untilHeard('end')])
      expect(other.heard).toEqual(['end'])
    })

    it('keeps the order of one publisher', async () => {
      const theirs = recorder()
      await there.subscribe(channel, theirs.listener)
      const texts = Array.from({ length: 200 }, (_, index) => String(index))
      for (const text of texts) await here.publish(channel, text)
      await theirs.untilHeard('199')
      expect(theirs.heard).toEqual(texts)
    })

    it('delivers what is published right after `subscribe` has resolved', async () => {
      for (let round = 0; round < 20; round++) {
        const theirs = recorder()
        const end = await there.subscribe(channel, theirs.listener)
        await here.publish(channel, 'now')
        await theirs.untilHeard('now')
        await end()
      }
    })

    it('never calls a subscriber in the stack of the publisher', async () => {
      const mine = recorder()
      await here.subscribe(channel, mine.listener)
      const published = here.publish(channel, 'x')
      expect(mine.heard).toEqual([])
      await published
      await mine.untilHeard('x')
    })

    it('brings nothing more after the subscription has ended, and goes on for the others', async () => {
      const ended = recorder()
      const other = recorder()
      const end = await there.subscribe(channel, ended.listener)
      await there.subscribe(channel, other.listener)
      await end()
      await end()
      await here.publish(channel, 'late')
      await other.untilHeard('late')
      expect(ended.heard).toEqual([])
    })

    it('is not hurt by a subscriber that throws: the others and its own next messages come', async () => {
      const seen: string[] = []
      const other = recorder()
      const thrower: SignalListener = {
        message(text) {
          seen.push(text)
          throw new TypeError('boom')
        },
        gap() {},
      }
      await there.subscribe(channel, thrower)
      await there.subscribe(channel, other.listener)
      await here.publish(channel, 'first')
      await here.publish(channel, 'second')
      await other.untilHeard('second')
      expect(seen).toEqual(['first', 'second'])
    })

    it('tells a subscriber that was away of the gap, and brings what comes after it', async () => {
      const theirs = recorder()
      await there.subscribe(channel, theirs.listener)
      expect(there.isConnected()).toBe(true)
      await harness.interrupt()
      expect(there.isConnected()).toBe(false)
      await here.publish(channel, 'lost').catch(() => {})
      await harness.restore()
      await theirs.untilGap()
      expect(there.isConnected()).toBe(true)
      await here.publish(channel, 'after')
      await theirs.untilHeard('after')
      expect(theirs.heard).toEqual(['[gap]', 'after'])
    })

    it('says so when a message surely went nowhere', async () => {
      await harness.interrupt()
      await expect(here.publish(channel, 'lost')).rejects.toThrow(SignalsUnavailableError)
      await harness.restore()
      await here.close()
      expect(here.isConnected()).toBe(false)
      await expect(here.publish(channel, 'lost')).rejects.toThrow(SignalsUnavailableError)
    })

    it('brings nothing to a connection that is closed', async () => {
      const closed = recorder()
      const other = recorder()
      await there.subscribe(channel, closed.listener)
      await here.subscribe(channel, other.listener)
      await there.close()
      await here.publish(channel, 'late')
      await other.untilHeard('late')
      expect(closed.heard).toEqual([])
    })

    it('turns a flood that a subscriber can not take into a gap, never into silence', async () => {
      const theirs = recorder()
      await there.subscribe(channel, theirs.listener)
      const texts = Array.from({ length: 20_000 }, (_, index) => String(index))
      await Promise.allSettled(texts.map(text => here.publish(channel, text)))
      await here.publish(channel, 'end')
      await theirs.untilHeard('end')
      const lastGap = theirs.heard.lastIndexOf('[gap]')
      const isWhole = theirs.heard.length === texts.length + 1
      expect(isWhole || lastGap >= 0).toBe(true)
      const tail = theirs.heard.slice(lastGap + 1, -1).map(Number)
      expect(tail).toEqual(tail.map((_, index) => 20_000 - tail.length + index))
    })
  })
}
