import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Document, Store } from '@sluice/store'
import { eventually } from '@sluice/testkit'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

/** Webhooks of these names are stored in a form that a dispatcher of the version before can't read. */
const NEWER_FIELD = 'newer field'
const NEWER_PREDICATE = 'newer predicate'
const OFF = 'newer field, and off'

/** The executions of exchanges with this path are stored so, too. */
const NEWER_EXECUTION = '/newer-execution'

/** How executions look to the version before. */
function executionSeenByOlder(document: Document): Document {
  const { incoming } = document
  const isNewer =
    typeof incoming === 'object' && incoming !== null && 'path' in incoming && incoming.path === NEWER_EXECUTION
  return isNewer ? { ...document, status: { since: 'a newer version' } } : document
}

/** How the versions of webhooks look to the version before. */
function versionSeenByOlder(document: Document): Document {
  const { webhook, ...row } = document
  if (typeof webhook !== 'object' || webhook === null || !('name' in webhook)) return document
  switch (webhook.name) {
    case NEWER_FIELD:
    case OFF:
      return { ...row, webhook: { ...webhook, timeout_ms: { seconds: 5 } } }
    case NEWER_PREDICATE:
      return { ...row, webhook: { ...webhook, condition: "of-a-newer-version('/orders')" } }
    default:
      return document
  }
}

const asOlderReads = (store: Store): Store => ({
  ...store,
  close: async () => {},
  collection(namespace) {
    const collection = store.collection(namespace)
    const seen = lensOf(namespace.collection)
    if (!seen) return collection
    const find: typeof collection.find = async (...asked) => (await collection.find(...asked)).map(seen)
    const findOne: typeof collection.findOne = async (...asked) => {
      const found = await collection.findOne(...asked)
      return found && seen(found)
    }
    return { ...collection, find, findOne }
  },
})

function lensOf(collection: string): ((document: Document) => Document) | undefined {
  if (collection === 'webhookVersions') return versionSeenByOlder
  return collection.startsWith('webhookExecutions') ? executionSeenByOlder : undefined
}

describe('a dispatcher beside a newer one', () => {
  let receiver: TestReceiver
  let newer: TestDispatcher
  let older: TestDispatcher
  /** Paths that refuse as long as they stand here. */
  const refusing = new Set<string>()

  beforeAll(async () => {
    // Says nothing against the target, so that no breaker has a part in this.
    receiver = await openReceiver(({ url = '' }, response) => {
      response.writeHead(refusing.has(url) ? 429 : 200).end()
    })
    const allowCidrs = [receiver.cidr]
    newer = await openDispatcher({ allowCidrs, claimant: 'newer' })
    older = await openDispatcher({ allowCidrs, claimant: 'older', store: asOlderReads(newer.platform.store) })
  })
  afterAll(async () => {
    await older.close()
    await newer.close()
    await receiver.close()
  })

  const webhooksSequence = () =>
    Math.max(...[newer, older].map(({ platform }) => platform.changes.positions().webhooks ?? 0))
  const webhook = (name: string, path: string, more: object = {}) => ({
    name,
    condition: `path('${path}')`,
    url: new URL(path, receiver.url).href,
    ...more,
  })
  const create = (...fields: Parameters<typeof webhook>) => newer.create(webhook(...fields))
  const rename = (id: string, name: string) => newer.client.request('PATCH', `/webhooks/${id}`, { body: { name } })
  const letOlderSee = () => older.platform.changes.catchUp({ webhooks: webhooksSequence() })
  const toldOf = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
  const waiting = () => newer.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })
  const rowOf = (id: string) => waiting().findOne({ _id: id })
  async function sendTo(dispatcher: TestDispatcher, path: string): Promise<string> {
    const [event] = await dispatcher.send({ path, webhooksSequence: webhooksSequence() })
    return event?.id ?? ''
  }

  describe('that can not read a webhook as it is now, or as it was', () => {
    it.each([
      ['now', 'an old form', NEWER_FIELD],
      ['when it matched', NEWER_FIELD, 'an old form'],
    ])(
      'leaves what waits for it as it is, and the newer one brings it to its end (%s)',
      async (when, before, after) => {
        const paths = Array.from({ length: 20 }, (_, index) => `/waiting/${when.replaceAll(' ', '-')}/${index}`)
        const retry = { attempts: 20, schedule: [1] }
        for (const path of paths) refusing.add(path)
        const webhooks = await Promise.all(paths.map(path => create(before, path, { retry })))
        const fired = await Promise.all(
          webhooks.map(async ({ _id }, index) => ({ _id, event: await sendTo(newer, paths[index]!) })),
        )
        await Promise.all(webhooks.map(({ _id }) => rename(_id, after)))
        await letOlderSee()
        for (const path of paths) refusing.delete(path)
        const entries = await Promise.all(fired.map(({ _id, event }) => newer.entryOf(_id, event)))
        expect(entries.map(({ status }) => status)).toEqual(fired.map(() => 'success'))
      },
      60_000,
    )

    it('has an event wait that its former state matched, which costs no attempt', async () => {
      const { _id } = await create('an old form', '/waiting')
      const sequence = webhooksSequence()
      await rename(_id, NEWER_FIELD)
      await letOlderSee()
      const [event] = await older.send({ path: '/waiting', webhooksSequence: sequence })
      expect(await newer.entryOf(_id, event!.id)).toMatchObject({ status: 'success', attempt: 1 })
      expect(toldOf(executionId(event!.id, _id))).toHaveLength(1)
    })
  })

  describe.each([NEWER_FIELD, NEWER_PREDICATE])('that can not read a webhook of a %s', name => {
    const path = `/${name.replace(' ', '-')}`

    it('has its events judged by the newer one, each to one end', async () => {
      const { _id } = await create(name, path)
      const plain = await create('an old form', `${path}/plain`)
      await letOlderSee()
      const matching = await sendTo(older, path)
      const other = await sendTo(older, `${path}/plain`)
      expect(await newer.entryOf(_id, matching)).toMatchObject({ status: 'success', attempt: 1 })
      expect(toldOf(executionId(matching, _id))).toHaveLength(1)
      const id = executionId(other, _id)
      expect(await newer.entryOf(_id, other)).toMatchObject({ status: 'skipped' })
      expect(toldOf(id)).toEqual([])
      expect(await newer.detailOf(_id, id)).toMatchObject({
        conditionEvaluation: { matched: false, explanation: { result: false } },
        error: { code: 'NOT_MATCHED' },
      })
      expect(await newer.entryOf(plain._id, other)).toMatchObject({ status: 'success' })
    })

    it('has them retried as its policy says', async () => {
      const retried = `${path}/retried`
      refusing.add(retried)
      const { _id } = await create(name, retried, { retry: { attempts: 2, schedule: [1] } })
      await letOlderSee()
      const event = await sendTo(older, retried)
      const id = executionId(event, _id)
      await eventually(() => toldOf(id).length === 1)
      refusing.delete(retried)
      expect(await newer.entryOf(_id, event)).toMatchObject({ status: 'success', attempt: 2 })
      expect(new Set(toldOf(id).map(({ body }) => body)).size).toBe(1)
    })
  })

  it('puts nothing aside for a webhook that is plainly off', async () => {
    const off = await create(OFF, '/off', { enabled: false })
    const plain = await create('an old form', '/off')
    await letOlderSee()
    const event = await sendTo(older, '/off')
    await newer.entryOf(plain._id, event)
    expect(await rowOf(executionId(event, off._id))).toBeUndefined()
    expect((await newer.logOf(off._id)).items).toMatchObject([{ status: 'skipped', reason: 'disabled' }])
  })

  it('leaves what only a newer one can bring on as it is while there is none, and delivers all else', async () => {
    for (const path of ['/retried', '/plain']) refusing.add(path)
    const retried = await create('an old form', '/retried', { retry: { attempts: 2, schedule: [3_600] } })
    const failed = executionId(await sendTo(newer, '/retried'), retried._id)
    await eventually(async () => (await rowOf(failed)) !== undefined)
    const former = await create('an old form', '/alone')
    const unread = await create(NEWER_FIELD, '/alone')
    const plain = await create('an old form', '/plain', { retry: { attempts: 2, schedule: [1] } })
    const sequence = webhooksSequence()
    for (const { _id } of [former, retried]) await rename(_id, NEWER_FIELD)
    await letOlderSee()
    await newer.stop()

    const [event] = await older.send({ path: '/alone', webhooksSequence: sequence })
    const ids = [failed, ...[former, unread].map(({ _id }) => executionId(event!.id, _id))]
    const rows = () => Promise.all(ids.map(rowOf))
    await eventually(async () => (await rows()).every(row => row !== undefined))
    // What waits after them is claimed from the store, as they would be.
    const late = executionId(await sendTo(older, '/plain'), plain._id)
    await eventually(() => toldOf(late).length === 2)
    expect(await rows()).toMatchObject([
      { token: null, claims: 0, attempt: 2, reason: 'retry' },
      { token: null, claims: 0, attempt: 1, reason: 'unreadable' },
      { token: null, claims: 0, attempt: 1, reason: 'unreadable' },
    ])
  })

  it('looks once at what waits with an execution that it can not read, and leaves it to others', async () => {
    for (const path of [NEWER_EXECUTION, '/beside']) refusing.add(path)
    const retry = { attempts: 3, schedule: [1] }
    const unread = await older.create(webhook('an old form', NEWER_EXECUTION, { retry }))
    const plain = await older.create(webhook('an old form', '/beside', { retry }))
    await newer.stop()
    const id = executionId(await sendTo(older, NEWER_EXECUTION), unread._id)
    const looks = () => {
      const lines = readFileSync(join(older.platform.directory, 'test.log'), 'utf8').split('\n')
      return lines.filter(line => line.includes('waiting-delivery.failed') && line.includes(id))
    }
    await eventually(() => looks().length > 0)
    const beside = executionId(await sendTo(older, '/beside'), plain._id)
    await eventually(() => toldOf(beside).length === 3)
    expect(looks()).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ token: null, claims: 0, attempt: 2 })
  })
})
