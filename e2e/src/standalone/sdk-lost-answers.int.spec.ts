import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSluice, type SluiceClient } from '@sluice/sdk'
import fc from 'fast-check'
import { type HarmfulProxy, harms, type NetworkHarm, RUN_HEADER, startHarmfulProxy } from '../harmful-proxy.ts'
import { AMELIA, makeSmallWorld } from '../scenarios/small-world.ts'
import { useTarget } from '../scenarios/use-target.ts'
import { openStandaloneTarget } from './standalone-target.ts'

const COLLECTION = 'sdk-lost-answers'
/** 1,000 in all; keys are fewer, as one may have so many only. */
const RUNS = { insert: 400, patch: 200, replace: 150, delete: 200, issue: 50 } as const
const AT_ONCE = 25

type Counted = { run: string; value: number; old?: boolean }
type Kind = keyof typeof RUNS
/** How a call ended: `done`, or what its error says of the change. */
type CallEnd = 'done' | 'refused' | 'unknown'
/** How often a run has changed something. */
type RunOutcome = { kind: Kind; run: string; planned: readonly NetworkHarm[]; end: CallEnd; changes: number }

/** Stalls take the whole time limit, so they are rarer. */
const harm = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...harms) },
  { weight: 8, arbitrary: fc.constant('lose' as const) },
)
const plans = fc.array(harm, { minLength: 1, maxLength: 3 })

const endOf = (call: Promise<unknown>): Promise<CallEnd> =>
  call.then(
    () => 'done',
    (error: unknown) => (isTold(error) ? error.outcome : 'unknown'),
  )

const isTold = (error: unknown): error is { outcome: 'refused' | 'unknown' } =>
  error instanceof Error && 'outcome' in error

describe('answers that are lost between the SDK and Sluice', () => {
  const { target } = useTarget(() => openStandaloneTarget(), makeSmallWorld)
  let proxy: HarmfulProxy
  let direct: SluiceClient
  const ownerSignIn = () => ({ user: 'admin', password: target().ownerPassword })
  const clientOf = (signIn: { user: string; password: string }) => createSluice({ ...signIn, url: target().urls[0] })
  const harmed = (run: string, signIn: { user: string; password: string }) =>
    createSluice({ url: proxy.url, ...signIn, headers: { [RUN_HEADER]: run }, timeoutMs: 3_000 })

  beforeAll(async () => {
    proxy = await startHarmfulProxy(target().urls[0])
    direct = clientOf(ownerSignIn())
    await direct.collection(COLLECTION).create()
  })
  afterAll(() => proxy.close())

  const runs: Record<Kind, (run: string, begin: () => void) => Promise<{ end: CallEnd; changes: number }>> = {
    async insert(run, begin) {
      begin()
      const end = await endOf(harmed(run, ownerSignIn()).collection<Counted>(COLLECTION).insert({ run, value: 1 }))
      return { end, changes: await direct.collection<Counted>(COLLECTION).count({ run }) }
    },
    async patch(run, begin) {
      const documents = direct.collection<Counted>(COLLECTION)
      const { document, etag } = await documents.insert({ run, value: 0 })
      begin()
      const changed = harmed(run, ownerSignIn()).collection<Counted>(COLLECTION)
      const end = await endOf(changed.patch(document._id, { $inc: { value: 1 } }, { ifMatch: etag }))
      return { end, changes: (await documents.get(document._id)).document.value }
    },
    /** The document has all that is sent, and a field that has to go; somebody else writes at the same time. */
    async replace(run, begin) {
      const documents = direct.collection<Counted & { touched?: boolean }>(COLLECTION)
      const { document, etag } = await documents.insert({ run, value: 1, old: true })
      begin()
      const replaced = harmed(run, ownerSignIn()).collection<Counted>(COLLECTION)
      const [end] = await Promise.all([
        endOf(replaced.replace(document._id, { run, value: 1 }, { ifMatch: etag })),
        documents.patch(document._id, { touched: true }),
      ])
      return { end, changes: (await documents.get(document._id)).document.old === undefined ? 1 : 0 }
    },
    async delete(run, begin) {
      const documents = direct.collection<Counted>(COLLECTION)
      const { document } = await documents.insert({ run, value: 0 })
      begin()
      const end = await endOf(harmed(run, ownerSignIn()).collection(COLLECTION).delete(document._id))
      return { end, changes: 1 - (await documents.count({ run })) }
    },
    async issue(run, begin) {
      begin()
      const signIn = { user: AMELIA.name, password: AMELIA.password }
      const end = await endOf(harmed(run, signIn).keys.issue({ name: run, roles: [] }))
      const keys = await Array.fromAsync(clientOf(signIn).keys.list())
      return { end, changes: keys.filter(({ name }) => name === run).length }
    },
  }

  async function runAll(kind: Kind): Promise<RunOutcome[]> {
    const waiting = fc.sample(plans, RUNS[kind]).map((planned, index) => ({ planned, run: `${kind} ${index}` }))
    const outcomes: RunOutcome[] = []
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { planned, run } = next
        outcomes.push({ kind, run, planned, ...(await runs[kind](run, () => proxy.plan(run, planned))) })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return outcomes
  }

  it.each(['insert', 'patch', 'replace', 'delete', 'issue'] as const)(
    'do no %s twice, and none that is said to be done is missing',
    async kind => {
      const outcomes = await runAll(kind)
      const isRight = ({ end, changes }: RunOutcome) =>
        end === 'unknown' ? changes === 0 || changes === 1 : changes === (end === 'done' ? 1 : 0)
      expect(outcomes.filter(outcome => !isRight(outcome))).toEqual([])
      expect(outcomes).toHaveLength(RUNS[kind])
    },
    240_000,
  )

  it('leave one document of an insert whose answer was cut, and the call succeeds', async () => {
    proxy.plan('the one', ['lose'])
    const inserted = harmed('the one', ownerSignIn()).collection<Counted>(COLLECTION)
    const { document } = await inserted.insert({ run: 'the one', value: 1 })
    expect(await Array.fromAsync(direct.collection(COLLECTION).find({ filter: { run: 'the one' } }))).toEqual([
      document,
    ])
  })

  it('leave one key of an issue whose answer was lost, and the call shows its secret', async () => {
    const signIn = { user: AMELIA.name, password: AMELIA.password }
    proxy.plan('the one key', ['lose'])
    const { key, _id } = await harmed('the one key', signIn).keys.issue({
      name: 'the one key',
      roles: ['flight-reader'],
    })
    const keys = await Array.fromAsync(clientOf(signIn).keys.list())
    expect(keys.filter(({ name }) => name === 'the one key').map(one => one._id)).toEqual([_id])
    expect((await createSluice({ url: target().urls[0], key }).whoami()).via).toBe('key')
  })
})
