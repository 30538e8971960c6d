import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { secret } from '@sluice/service-kit'
import { type Collection, InvalidQueryError, type Store, StoreUnavailableError } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import { sampleRecord, TOPIC } from '../src/testing/sample-exchange.ts'

/** A store that puts executions in when it is told to, and fails before as often as it is told to. */
function gatedStore(store: Store) {
  let gate: PromiseWithResolvers<void> | undefined
  let refusals = 0
  let refused = 0
  let refusal: Error
  const gated = (collection: Collection): Collection => ({
    ...collection,
    async insertMany(...given) {
      await gate?.promise
      if (refusals > 0) {
        refusals -= 1
        refused += 1
        throw refusal
      }
      return collection.insertMany(...given)
    },
  })
  return {
    store: {
      ...store,
      collection: (place: Parameters<Store['collection']>[0]) =>
        /^webhookExecutions/.test(place.collection) ? gated(store.collection(place)) : store.collection(place),
    },
    close() {
      gate ??= Promise.withResolvers()
    },
    open() {
      gate?.resolve()
      gate = undefined
    },
    refuse(count: number, by: Error = new StoreUnavailableError('It does not answer.')) {
      refusals = count
      refusal = by
      refused = 0
    },
    refused: () => refused,
  }
}

await describeOnStores('a delivery of which the store does not know yet', openStore => {
  let receiver: TestReceiver
  /** Fails the first time. */
  let failing: TestReceiver
  let mails: MailReceiver
  let dispatcher: TestDispatcher
  let executions: ReturnType<typeof gatedStore>

  beforeAll(async () => {
    receiver = await openReceiver()
    failing = await openReceiver((_, response) => {
      response.writeHead(failing.received.length === 1 ? 503 : 200).end()
    })
    mails = await openMailReceiver()
    const embedded = async () => openSqliteStore({ path: join(await temporaryDirectory(), 'store.sqlite') })
    executions = gatedStore((await openStore()) ?? (await embedded()))
    const smtp = { url: secret(mails.url), from: 'sluice@example.org' }
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr, failing.cidr], store: executions.store, smtp })
  })
  afterEach(() => executions.open())
  afterAll(async () => {
    await dispatcher.close()
    await mails.close()
    await failing.close()
    await receiver.close()
  })

  const create = (path: string, more: object = {}) =>
    dispatcher.create({ condition: `path('${path}')`, url: receiver.url, ...more })
  const receivedFor = (path: string) => receiver.received.filter(({ body }) => body.includes(path)).length
  /** Resolves when an event that was sent last has gone out ahead of its row: all before it have come as far as they can. */
  async function untilAheadOfOthers() {
    const { _id } = await create('/ahead')
    const before = receivedFor('/ahead')
    await dispatcher.send({ path: '/ahead' })
    await eventually(() => receivedFor('/ahead') > before)
    await dispatcher.client.request('DELETE', `/webhooks/${_id}`)
  }

  it('goes out while its row is on its way, and has its entry once that is there', async () => {
    const { _id } = await create('/goes-out')
    executions.close()
    const [event] = await dispatcher.send({ path: '/goes-out' })
    await eventually(() => receivedFor('/goes-out') === 1)
    expect((await dispatcher.logOf(_id)).items).toEqual([])
    executions.open()
    expect(await dispatcher.entryOf(_id, event?.id ?? '')).toMatchObject({ status: 'success', attempt: 1 })
    expect(receivedFor('/goes-out')).toBe(1)
  })

  it('is told once though its row is refused at first, and its event does not come again', async () => {
    const { _id } = await create('/refused')
    executions.refuse(3)
    const [event] = await dispatcher.send({ path: '/refused' })
    expect(await dispatcher.entryOf(_id, event?.id ?? '')).toMatchObject({ status: 'success', attempt: 1 })
    expect(executions.refused()).toBe(3)
    expect(receivedFor('/refused')).toBe(1)
  })

  it('comes again, and holds up nothing, where the store refuses its row for itself', async () => {
    const { _id } = await create('/unwritable')
    executions.refuse(1, new InvalidQueryError('This row can not be written.'))
    const [event] = await dispatcher.send({ path: '/unwritable' })
    expect(await dispatcher.entryOf(_id, event?.id ?? '')).toMatchObject({ status: 'success', attempt: 1 })
    expect(executions.refused()).toBe(1)
    expect(receivedFor('/unwritable')).toBe(2)
    executions.close()
    await untilAheadOfOthers()
  })

  it('waits for its row where the store has taken none for two seconds', async () => {
    await create('/slow')
    executions.close()
    await dispatcher.send({ path: '/slow' })
    await eventually(() => receivedFor('/slow') === 1)
    await pass(2_100)
    const [, last] = await dispatcher.send({ path: '/slow' }, { path: '/elsewhere' })
    // What is handled after it is in the log.
    await eventually(async () => (await dispatcher.client.request('GET', `/events/${last?.id}`)).status === 200)
    expect(receivedFor('/slow')).toBe(1)
    executions.open()
    await eventually(() => receivedFor('/slow') === 2)
  })

  it('is tried again once its first attempt has failed', async () => {
    const { _id } = await create('/fails', { url: failing.url, retry: { attempts: 2, schedule: [1] } })
    executions.close()
    const [event] = await dispatcher.send({ path: '/fails' })
    await eventually(() => failing.received.length === 1)
    executions.open()
    expect(await dispatcher.entryOf(_id, event?.id ?? '')).toMatchObject({ status: 'success', attempt: 2 })
    expect(failing.received).toHaveLength(2)
  })

  async function expectToWait(path: string, { isFirst, headers }: { isFirst: boolean; headers: [string, string][] }) {
    await create(path)
    executions.close()
    const webhooksSequence = dispatcher.platform.changes.positions().webhooks ?? 0
    const { record } = sampleRecord({ path, webhooksSequence, headers })
    await dispatcher.platform.bus.send(TOPIC, [{ ...record, isFirst }])
    await untilAheadOfOthers()
    expect(receivedFor(path)).toBe(0)
    executions.open()
    await eventually(() => receivedFor(path) === 1)
  }

  it('waits for its row where its event may have been sent before', () =>
    expectToWait('/again', { isFirst: false, headers: [] }))

  it('waits for its row where its event is of a request that others may repeat', () =>
    expectToWait('/repeatable', { isFirst: true, headers: [['idempotency-key', '"a"']] }))

  it('waits for its row where it is a mail', async () => {
    const email = { to: ['a@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
    await dispatcher.create({ type: 'email', condition: "path('/mail')", email })
    executions.close()
    await dispatcher.send({ path: '/mail' })
    await untilAheadOfOthers()
    expect(mails.mails).toEqual([])
    executions.open()
    await eventually(() => mails.mails.length === 1)
  })
})
