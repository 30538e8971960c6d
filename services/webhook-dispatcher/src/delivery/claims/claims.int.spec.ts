import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { documentLogStore } from '../../adapters/log/document-log-store.ts'
import type { Claimant } from '../../claimant/create-claimant.ts'
import { PATIENCE_MS } from '../../domain/execution/claim.ts'
import { toEventRow, toExecutionRow } from '../../domain/execution/execution.ts'
import { resultWithoutSend } from '../../domain/execution/execution-result.ts'
import { sampleEvent } from '../../testing/sample-exchange.ts'
import { sampleVersion } from '../../testing/sample-version.ts'
import { soleClaimant } from '../../testing/sole-claimant.ts'
import { createClaims } from './claims.ts'

let platform: TestPlatform
/** Moves the clock of all claimants. */
let laterMs = 0

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const { webhook } = sampleVersion

function claimant(name: string, as: Partial<Claimant> = {}) {
  const { store, db, logger } = platform
  const log = documentLogStore({ store, db })
  const claims = createClaims({
    log,
    claimant: { ...soleClaimant(name), ...as },
    logger,
    now: () => new Date(Date.now() + laterMs),
    confirmTime: async () => {},
  })
  return {
    claims,
    log,
    /** Takes an event as if it had come to this dispatcher. */
    async receive(event: ReturnType<typeof sampleEvent>) {
      const exchange = { event, requestBody: new Uint8Array(), responseBody: new Uint8Array() }
      const row = claims.named(toExecutionRow(exchange, sampleVersion, claims.claimFor(webhook)))
      const [opened] = await log.open(toEventRow(exchange, [sampleVersion]), [row])
      if (!opened) throw new RangeError('nothing was opened')
      return claims.enter(opened, webhook)
    },
  }
}

describe('an event that comes to two dispatchers', () => {
  it('is delivered by the first of them, however often it comes to the other', async () => {
    const first = claimant('first')
    const second = claimant('second')
    const event = sampleEvent()
    const [one, other] = await Promise.all([first.receive(event), second.receive(event)])
    expect([one, other].filter(claimed => claimed !== undefined)).toHaveLength(1)
    const [holder, waiter] = one ? [first, second] : [second, first]
    expect(await waiter.receive(event)).toBeUndefined()
    const held = one ?? other
    expect(await held?.lease.begin()).toBe(true)
    expect(await holder.receive(event)).toMatchObject({ attempt: 2 })
  })

  it('is at the same attempt still where the first has entered it and not begun, and at the next one where it has', async () => {
    const event = sampleEvent()
    const holder = claimant('holder of what is not begun')
    await holder.receive(event)
    const again = await holder.receive(event)
    expect(again).toMatchObject({ attempt: 1 })
    await again?.lease.begin()
    again?.lease.unbegin()
    const unbegun = await holder.receive(event)
    expect(unbegun).toMatchObject({ attempt: 1 })
    await unbegun?.lease.begin()
    const next = await holder.receive(event)
    expect(next).toMatchObject({ attempt: 2 })
    expect(await holder.receive(event)).toMatchObject({ attempt: 2 })
    await next?.lease.begin()
    expect(await holder.receive(event)).toMatchObject({ attempt: 3 })
  })

  it('is at the next attempt for whoever bears the same name in another life: what the former one did nobody knows', async () => {
    const event = sampleEvent()
    await claimant('standalone').receive(event)
    expect(await claimant('standalone').receive(event)).toMatchObject({ attempt: 2 })
  })

  it('is taken over when the claim of a dispatcher that is gone has run out, with the next attempt, and by one only', async () => {
    const event = sampleEvent()
    await claimant('gone').receive(event)
    laterMs += PATIENCE_MS - 5_000
    expect(await claimant('heir').receive(event)).toBeUndefined()
    laterMs += 5_001
    const heirs = await Promise.all(['heir 1', 'heir 2', 'heir 3'].map(name => claimant(name).receive(event)))
    expect(heirs.filter(claimed => claimed !== undefined)).toEqual([expect.objectContaining({ attempt: 2 })])
  })

  it('is taken over at once when its holder has given it back, and what was not begun is no attempt', async () => {
    const event = sampleEvent()
    const holder = claimant('leaver')
    const held = await holder.receive(event)
    if (!held) throw new RangeError('it was not held')
    await claimant('somebody').claims.release(held)
    expect(await claimant('heir').receive(event)).toBeUndefined()
    await holder.claims.release(held)
    const heir = claimant('heir')
    const taken = await heir.receive(event)
    expect(taken).toMatchObject({ attempt: 1 })
    // Nor has the heir begun it.
    if (taken) await heir.claims.release(taken)
    expect(await holder.receive(event)).toMatchObject({ attempt: 1 })
  })

  it("is not begun by a process whose name another one has taken: its claim is that one's to take, renewed or not", async () => {
    const event = sampleEvent()
    const held = await claimant('replaced', { isCertain: () => false, isStill: async () => false }).receive(event)
    expect(await held?.lease.begin()).toBe(false)
    const heir = await claimant('heir', { isOver: async by => by === 'replaced' }).receive(event)
    expect(await heir?.lease.begin()).toBe(true)
  })

  it('is not begun again under a claim of which nothing was begun where it has been brought to its end meanwhile', async () => {
    const event = sampleEvent()
    const holder = claimant('holder of what waited and has ended')
    const held = await holder.receive(event)
    if (!held) throw new RangeError('it was not held')
    await holder.log.finish(
      held.row,
      resultWithoutSend('failed', 1, { stage: 'template', code: 'X', message: 'x' }),
      [],
    )
    expect(await holder.claims.enter({ row: held.row, isNew: false }, webhook)).toBeUndefined()
  })

  it('is never delivered again once it has ended', async () => {
    const event = sampleEvent()
    const holder = claimant('holder')
    const held = await holder.receive(event)
    if (!held) throw new RangeError('it was not held')
    await holder.log.finish(
      held.row,
      resultWithoutSend('failed', 1, { stage: 'template', code: 'X', message: 'x' }),
      [],
    )
    laterMs += 100_000
    expect(await claimant('heir').receive(event)).toBeUndefined()
    expect(await holder.receive(event)).toBeUndefined()
  })
})
