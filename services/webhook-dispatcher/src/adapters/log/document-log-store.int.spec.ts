import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { toEventRow, toExecutionRow } from '../../domain/execution/execution.ts'
import { dayOfId, executionId, hourOfId } from '../../domain/execution/execution-id.ts'
import { resultWithoutSend } from '../../domain/execution/execution-result.ts'
import type { BudgetAdmission } from '../../domain/execution/store-budget.ts'
import { losingAnswers } from '../../testing/losing-answers.ts'
import { sampleEvent } from '../../testing/sample-exchange.ts'
import { sampleVersion } from '../../testing/sample-version.ts'
import { collectionsOf } from '../collections.ts'
import { documentLogStore } from './document-log-store.ts'
import { claimOf } from './execution-changes.ts'
import type { UsageChange } from './store-usage.ts'
import { packEvent } from './stored-event.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const claim = { by: 'somebody', until: Date.now() + 60_000 }
/** More than a document of the store may hold. */
const TOO_LARGE = 'x'.repeat(17 * 1024 * 1024)

const countInto = (counted: number[]) => (_: string, change: UsageChange) => void counted.push(change.keptBytes ?? 0)

function exchange() {
  return { event: sampleEvent(), requestBody: new Uint8Array(), responseBody: new Uint8Array() }
}

describe('the log of events and executions', () => {
  it('takes no execution for new whose row is there and can not be read', async () => {
    const { store, db } = platform
    const log = documentLogStore({ store, db })
    const here = exchange()
    const day = new Date(here.event.at).toISOString().slice(0, 10).replaceAll('-', '')
    const broken = { _id: executionId(here.event.id, sampleVersion.webhook._id), status: 'broken by hand' }
    await store.collection(collectionsOf(db).executions(day)).insertOne(broken)
    const opened = log.open(toEventRow(here, [sampleVersion]), [toExecutionRow(here, sampleVersion, claim)])
    await expect(opened).rejects.toThrow(/can't be read/)
  })

  it('says of no result that it is written when the store has refused it', async () => {
    const log = documentLogStore(platform)
    const here = exchange()
    const [opened] = await log.open(toEventRow(here, [sampleVersion]), [toExecutionRow(here, sampleVersion, claim)])
    if (!opened) throw new RangeError('nothing was opened')
    const result = resultWithoutSend('failed', 1, { stage: 'template', code: 'X', message: TOO_LARGE })
    await expect(log.finish(opened.row, result, [])).rejects.toThrow()
    expect(await log.execution(opened.row._id)).toMatchObject({ status: 'pending' })
  })

  it('opens what it was given beside an execution that the store refuses', async () => {
    const log = documentLogStore(platform)
    const good = exchange()
    const bad = exchange()
    const row = { ...toExecutionRow(bad, sampleVersion, claim), traceparent: TOO_LARGE }
    const outcomes = await Promise.allSettled([
      log.open(toEventRow(good, [sampleVersion]), [toExecutionRow(good, sampleVersion, claim)]),
      log.open(toEventRow(bad, [sampleVersion]), [row]),
    ])
    expect(outcomes).toMatchObject([{ status: 'fulfilled', value: [{ isNew: true }] }, { status: 'rejected' }])
  })

  describe('of what a webhook matched', () => {
    const withBodies = (text: string) => {
      const { event } = exchange()
      const body = Buffer.from(text)
      const described = { state: 'captured', length: body.length, truncated: false } as const
      return {
        event: { ...event, request: { ...event.request, body: described } },
        requestBody: body,
        responseBody: new Uint8Array(),
      }
    }
    const openOne = async (here: ReturnType<typeof withBodies>) => {
      const log = documentLogStore(platform)
      await log.open(toEventRow(here, [sampleVersion]), [toExecutionRow(here, sampleVersion, claim)])
      return (await log.event(here.event.id))?.requestBody.text
    }
    const bodiesOf = (id: string) => {
      const { store, db } = platform
      return store.collection(collectionsOf(db).bodies(hourOfId(id))).findOne({ _id: id })
    }

    it.each([
      ['stand in the row of their event where they are small', 'x'.repeat(2_048), false],
      ['are a row of their own where they are not', 'x'.repeat(2_049), true],
    ])('keeps bodies, which %s', async (_, text, isApart) => {
      const here = withBodies(text)
      expect(await openOne(here)).toBe(text)
      expect(Boolean(await bodiesOf(here.event.id))).toBe(isApart)
    })

    it('adds the bodies of an event that a process of the version before has left without them', async () => {
      const { store, db } = platform
      const here = withBodies('small')
      const { event } = packEvent(toEventRow(here, [sampleVersion]))
      await store.collection(collectionsOf(db).events(dayOfId(event._id))).insertOne(event)
      expect(await openOne(here)).toBe('small')
    })
  })

  it('counts the bytes of a result once, however often its write was tried', async () => {
    const counted: number[] = []
    const budget = { admit: (): BudgetAdmission => 'all', forgetDay: async () => {}, count: countInto(counted) }
    const { store, lose } = losingAnswers(platform.store)
    const log = documentLogStore({ store, db: platform.db, budget })
    const here = exchange()
    const [opened] = await log.open(toEventRow(here, [sampleVersion]), [toExecutionRow(here, sampleVersion, claim)])
    if (!opened) throw new RangeError('nothing was opened')
    counted.length = 0
    const result = resultWithoutSend('failed', 1, { stage: 'template', code: 'X', message: 'x' })
    lose(({ method }) => method === 'setEach')
    for (let tries = 0; tries < 9; tries += 1) await expect(log.finish(opened.row, result, [])).rejects.toThrow('lost')
    expect(counted).toEqual([])
    lose(() => false)
    expect(await log.finish(opened.row, result, [])).toBe(true)
    expect(counted).toHaveLength(1)
  })

  it('puts claims of one turn by a command for each claimant that they had, and says of each whether it stands now', async () => {
    const { store, lose } = losingAnswers(platform.store)
    const log = documentLogStore({ store, db: platform.db })
    const now = new Date()
    const until = now.getTime() + 60_000
    const held = (by: string, forMs = 60_000) => ({ by, until: now.getTime() + forMs })
    const claims = [held('us'), held('gone'), held('silent', -1_000), undefined, held('other'), held('us')]
    const rows = await Promise.all(
      claims.map(async former => {
        const here = exchange()
        const row = toExecutionRow(here, sampleVersion, former)
        const [opened] = await log.open(toEventRow(here, [sampleVersion]), [row])
        return opened?.row ?? row
      }),
    )
    const ended = rows.at(-1)
    if (ended)
      await log.finish(ended, resultWithoutSend('skipped', 1, { stage: 'delivery', code: 'X', message: '' }), [])
    const put = { claim: { by: 'us', until, id: 'new' }, attempt: 2, now, over: ['us', 'gone'] }
    const asked: string[] = []
    lose(({ method }) => asked.push(method) === 0)
    expect(await Promise.all(rows.map(row => log.claim(row, put)))).toEqual([true, true, true, true, false, false])
    expect(asked.toSorted()).toEqual(['find', 'find', ...Array<string>(5).fill('setEach')])
    const stored = await Promise.all(rows.map(row => log.execution(row._id)))
    expect(stored.map(row => row?.claim?.by)).toEqual(['us', 'us', 'us', 'us', 'other', 'us'])
    expect(stored.map(row => row?.attempt)).toEqual([2, 2, 2, 2, 1, 1])
  })

  it('puts no claim in the place of another one than the execution was read with', async () => {
    const log = documentLogStore(platform)
    const here = exchange()
    const row = toExecutionRow(here, sampleVersion, { by: 'silent', until: 0 })
    await log.open(toEventRow(here, [sampleVersion]), [row])
    const putBy = (by: string) => ({ claim: { by, until: 0, id: by }, attempt: 2, now: new Date(), over: [by] })
    const heirs = ['one', 'two', 'three'].map(by => log.claim(row, putBy(by)))
    expect((await Promise.all(heirs)).filter(Boolean)).toHaveLength(1)
    expect(await log.claim(row, putBy('late'))).toBe(false)
  })

  it('names an execution to be claimed by conditions that all hold, so that a server finds it by its id', () => {
    const put = { claim, attempt: 1, now: new Date(), over: ['somebody'] }
    for (const former of [undefined, claim, { by: 'other', until: 0 }]) {
      const { so } = claimOf({ _id: 'x', eventId: 'x', claim: former }, put)
      expect(Object.keys(so).filter(key => key.startsWith('$'))).toEqual([])
    }
  })

  it('says of no event that it is stored when the store has refused it', async () => {
    const log = documentLogStore(platform)
    const here = exchange()
    here.event.request.path = TOO_LARGE
    await expect(log.open(toEventRow(here, []), [])).rejects.toThrow()
  })
})
