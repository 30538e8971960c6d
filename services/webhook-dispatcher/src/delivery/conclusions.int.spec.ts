import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { documentCountStore } from '../adapters/counts/document-count-store.ts'
import { documentLogStore } from '../adapters/log/document-log-store.ts'
import { createCounting } from '../counts/counting.ts'
import { PATIENCE_MS } from '../domain/execution/claim.ts'
import { type ExecutionResult, noteOf, toEventRow, toExecutionRow } from '../domain/execution/execution.ts'
import { resultWithoutSend } from '../domain/execution/execution-result.ts'
import { UNTRIED } from '../domain/execution/verdict.ts'
import { sampleEvent } from '../testing/sample-exchange.ts'
import { sampleVersion } from '../testing/sample-version.ts'
import { soleClaimant } from '../testing/sole-claimant.ts'
import { createClaims } from './claims/claims.ts'
import { createConclusions } from './conclusions.ts'
import type { Delivery } from './delivery.ts'
import { createDeliveryMeters } from './delivery-meters.ts'
import { createPersist } from './persist.ts'
import { createTargetSlots } from './target-slots.ts'

const FAILED = resultWithoutSend('failed', 1, { stage: 'message', code: 'TIMEOUT', message: 'too late' })
const SENT: ExecutionResult = { ...FAILED, status: 'success', error: null }

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

/** A delivery whose holder slept until another one had taken it over. */
async function overslept() {
  const { store, db, logger } = platform
  const log = documentLogStore({ store, db })
  const claimsOf = (claimant: string, laterMs: number) =>
    createClaims({
      log,
      claimant: soleClaimant(claimant),
      logger,
      now: () => new Date(Date.now() + laterMs),
      confirmTime: async () => {},
    })
  const sleeper = claimsOf('sleeper', 0)
  const { webhook, from: versionFrom } = sampleVersion
  const exchange = { event: sampleEvent(), requestBody: new Uint8Array(), responseBody: new Uint8Array() }
  const row = toExecutionRow(exchange, sampleVersion, sleeper.claimFor(webhook))
  const [opened] = await log.open(toEventRow(exchange, [sampleVersion]), [row])
  if (!opened) throw new RangeError('nothing was opened')
  const held = sleeper.opened(opened.row, webhook, { id: 'of the sleeper', age: () => PATIENCE_MS + 1 })
  const taken = await claimsOf('heir', PATIENCE_MS + 1).enter({ row: opened.row, isNew: false }, webhook)
  expect(taken).toMatchObject({ attempt: 2 })
  const waitForRetry: Delivery['waitForRetry'] = async () => 'left'
  const delivery = { ...held, webhook, versionFrom, chain: [], attempts: [], isUncertain: false, waitForRetry }
  const conclusions = createConclusions({
    log,
    logger,
    now: () => new Date(),
    meters: createDeliveryMeters(createTargetSlots({ total: 1, perTarget: 1, waitingPerTarget: 1, maxWaitMs: 1 })),
    counting: createCounting({ counts: documentCountStore({ store, db }), logger }),
    persist: createPersist({ ending: new AbortController().signal, logger }),
  })
  const given: string[] = []
  const channel = {
    target: 'a target',
    host: undefined,
    render: () => ({ kind: 'body', text: '', isJson: null }) as const,
    attempt: async () => ({ kind: 'unknown' }) as const,
    giveUp: async () => void given.push('up'),
  }
  const conclude = (result: ExecutionResult) => {
    const giveBack = async () => void given.push('back')
    const end = { kind: 'result', result, verdict: UNTRIED, giveBack } as const
    return conclusions.conclude(delivery, channel, { at: new Date(), body: undefined, end })
  }
  return { conclude, given, opened, log, read: () => log.execution(opened.row._id) }
}

describe('what comes of an attempt whose holder slept until another one had taken it over', () => {
  it('is not told when it failed: the other one goes on, with what was reserved for it', async () => {
    const { conclude, given, read } = await overslept()
    expect(await conclude(FAILED)).toBe('left')
    expect(await read()).toMatchObject({ status: 'pending', attempt: 2, claim: { by: 'heir' } })
    expect(given).toEqual([])
  })

  it('is told when the target took it', async () => {
    const { conclude, read } = await overslept()
    expect(await conclude(SENT)).toBe('ended')
    expect(await read()).toMatchObject({ status: 'success' })
  })

  it.each(['failed', 'skipped'] as const)(
    'is told when the target took it, also where the other one has %s',
    async status => {
      const { conclude, read, log, opened } = await overslept()
      const others = [{ ...noteOf(FAILED, new Date(Date.now() + 60_000)), attempt: 2 }]
      expect(await log.finish(opened.row, { ...FAILED, status, attempt: 2 }, others)).toBe(true)
      expect(await conclude(SENT)).toBe('ended')
      expect(await read()).toMatchObject({ status: 'success', attempt: 1, result: { error: null }, attempts: others })
    },
  )

  it('is not told where the target took it from the other one, whatever came of it', async () => {
    const { read, log, opened } = await overslept()
    const other = { ...SENT, attempt: 2, durationMs: 22 }
    expect(await log.finish(opened.row, other, [])).toBe(true)
    // An answer that was lost is asked for again.
    expect(await log.finish(opened.row, other, [])).toBe(true)
    expect(await log.finish(opened.row, SENT, [])).toBe(false)
    expect(await log.finish(opened.row, FAILED, [])).toBe(false)
    expect(await read()).toMatchObject({ status: 'success', attempt: 2, result: { durationMs: 22 } })
  })
})
