import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { recordingDetail, shownRecording, WATCHES_COLLECTION } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

let dispatcher: TestDispatcher
beforeAll(async () => {
  dispatcher = await openDispatcher()
})
afterAll(() => dispatcher.close())

const call = (method: string, target: string) => dispatcher.client.request(method, target)
const show = async (id: string) => recordingDetail.parse((await call('GET', `/webhooks/recordings/${id}`)).json)
const watches = () => dispatcher.platform.store.collection({ db: 'sluice', collection: WATCHES_COLLECTION })

describe('POST /webhooks/recordings', () => {
  it('403: while the plugin is off', async () => {
    await dispatcher.setPlugin('disabled')
    const answer = await call('POST', '/webhooks/recordings')
    await dispatcher.setPlugin('enabled')
    expect([answer.status, answer.json]).toMatchObject([403, { code: 'WEBHOOKS_PLUGIN_DISABLED' }])
  })

  it('201: for 60 seconds; 200 with the same one while it runs, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', '/webhooks/recordings')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    const recordings = answers.map(({ json }) => shownRecording.parse(json))
    expect(new Set(recordings.map(({ _id }) => _id)).size).toBe(1)
    const { state, startedAt, endsAt, _id } = recordings[0]!
    expect({ state, ms: endsAt.$date - startedAt.$date }).toEqual({ state: 'running', ms: 60_000 })
    expect(answers[0]?.headers.location).toBe(`/webhooks/recordings/${_id}`)
  })
})

describe('GET /webhooks/recordings/<id>', () => {
  it('200: all exchanges of its time, newest first, with what a webhook on them could be, while it runs', async () => {
    const { _id } = shownRecording.parse((await call('POST', '/webhooks/recordings')).json)
    await dispatcher.send(
      { path: '/orders/17', method: 'PUT', body: { total: 7 }, headers: [['x-shop', 'north']], client: 'cli/2' },
      { path: '/orders/18', method: 'PUT', body: { total: 8 } },
      { path: `/webhooks/recordings/${_id}`, method: 'GET' },
      { path: '/orders', method: 'POST', body: { total: 9 }, responseBody: { _id: 'x' } },
    )
    const recording = await eventually(async () => {
      const shown = await show(_id)
      return shown.total === 3 && shown
    })
    expect(recording).toMatchObject({ state: 'running', total: 3 })
    expect(recording.secondsLeft).toBeGreaterThan(0)
    expect(recording.secondsLeft).toBeLessThanOrEqual(60)
    expect(recording.events.map(({ incomingRequest }) => incomingRequest.path).sort()).toEqual([
      '/orders',
      '/orders/17',
      '/orders/18',
    ])
    expect(recording.events.find(({ incomingRequest }) => incomingRequest.path === '/orders/17')).toMatchObject({
      matched: [],
      via: 'none',
      client: 'cli/2',
      incomingRequest: { method: 'PUT', headers: { 'x-shop': 'north' }, body: { text: '{"total":7}' } },
      incomingResponse: { statusCode: 201 },
    })
    expect(recording.events.map(({ _id: id }) => id)).toEqual(
      recording.events
        .map(({ _id: id }) => id)
        .sort()
        .reverse(),
    )
    expect(recording.suggestions).toMatchObject([
      {
        condition: "path-template('/orders/{id}') and method('PUT')",
        events: 2,
        variables: expect.arrayContaining(['request.body.total']),
      },
      {
        condition: "path('/orders') and method('POST')",
        events: 1,
        variables: expect.arrayContaining(['response.body._id']),
      },
    ])
  })

  it('200: what it held, and no later exchange, when it has ended', async () => {
    const [event] = await dispatcher.send({ path: '/inside' })
    const from = new Date(event!.at - 1000)
    const until = new Date(event!.at + 1)
    await watches().insertOne({ _id: 'ended', kind: 'recording', from, until })
    await eventually(async () => (await show('ended')).events.some(({ _id }) => _id === event!.id))
    await eventually(async () => (await show('ended')).state === 'ended')
    const [later] = await dispatcher.send({ path: '/outside' })
    await eventually(async () => (await call('POST', '/webhooks/templates/preview')).status === 400)
    const shown = await show('ended')
    expect(shown.secondsLeft).toBe(0)
    expect(shown.events.map(({ _id }) => _id)).not.toContain(later!.id)
  })

  it('200: at most 500 exchanges and 4 MiB of bodies; what is left out is marked', async () => {
    const from = new Date()
    const until = new Date(Date.now() + 60_000)
    await watches().insertOne({ _id: 'large', kind: 'recording', from, until })
    await dispatcher.send(...Array.from({ length: 80 }, () => ({ path: '/large', body: 'x'.repeat(60_000) })))
    const shown = await eventually(async () => {
      const recording = await show('large')
      // Events and their bodies are written side by side.
      const isWhole = recording.events.every(({ incomingRequest }) => incomingRequest.body.state === 'captured')
      return recording.total >= 80 && isWhole && recording
    })
    const bodies = shown.events.map(({ incomingRequest }) => incomingRequest.body)
    expect(bodies.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(bodies.filter(({ text, truncated }) => text === '' && truncated).length).toBeGreaterThan(0)
    await dispatcher.send(...Array.from({ length: 600 }, (_, at) => ({ path: `/many/${at}`, method: 'GET' })))
    const many = await eventually(async () => {
      const recording = await show('large')
      return recording.total >= 680 && recording
    })
    expect(many.events).toHaveLength(500)
    expect(many.suggestions[0]).toMatchObject({
      condition: "path-template('/many/{id}') and method('GET')",
      events: 600,
    })
  })

  it('404: an id that is not there', async () => {
    expect((await call('GET', '/webhooks/recordings/nothing')).status).toBe(404)
  })
})
