import { request as httpRequest, type RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { basic, bearer } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const ann = basic('ann', "ann's password")
const owner = basic('admin', "admin's password")
let gateway: RunningGateway
let openAtService = 0

/** A service that streams one message, and nothing more. */
const streaming: RequestListener = (_, response) => {
  openAtService += 1
  response.once('close', () => {
    openAtService -= 1
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('data: 1\n\n')
}

beforeEach(async () => {
  openAtService = 0
  gateway = await startGateway({ handlers: { 'webhook-dispatcher': streaming }, settings: { streamCheckMs: 50 } })
  await gateway.write.permission('tails', { predicate: "path-prefix('/events')", roles: ['reader'] })
})
afterEach(() => gateway.stop())

async function follow(headers: Record<string, string>, target = '/events/tail') {
  const state = { text: '', isEnded: false, isComplete: false }
  const { port } = gateway.gateway.address()
  const outgoing = httpRequest({ host: '127.0.0.1', port, path: target, headers }, answer => {
    answer.setEncoding('utf8').on('data', (piece: string) => {
      state.text += piece
    })
    answer.on('error', () => {})
    answer.once('close', () => {
      state.isEnded = true
      state.isComplete = answer.complete
    })
  })
  outgoing.on('error', () => {})
  outgoing.end()
  await eventually(() => state.text === 'data: 1\n\n')
  return { state, leave: () => outgoing.destroy() }
}

const isEndedInOrder = ({ state }: Awaited<ReturnType<typeof follow>>) =>
  eventually(() => state.isEnded).then(() => state.isComplete)

describe('a stream that is open', () => {
  it('is ended, at the service too, when the permission is gone, and no other is', async () => {
    const reader = await follow(ann)
    const other = await follow(owner)
    expect(openAtService).toBe(2)
    await gateway.write.remove('acl', 'tails')
    expect(await isEndedInOrder(reader)).toBe(true)
    await eventually(() => openAtService === 1)
    expect(other.state.isEnded).toBe(false)
  })

  const tails = (mongo: object) =>
    gateway.write.permission('tails', { predicate: "path-prefix('/events')", roles: ['reader'], mongo })

  it.each<[string, () => Promise<unknown>]>([
    ['its permission comes to have a rule', () => tails({ readFilter: { team: 'red' } })],
    ['the user is disabled', () => gateway.write.user('ann', ['reader'], { disabled: true })],
    ['the user loses the role', () => gateway.write.user('ann', ['other'])],
    ['the user is deleted', () => gateway.write.remove('users', 'ann')],
  ])('is ended when %s', async (_, change) => {
    const reader = await follow(ann)
    await change()
    expect(await isEndedInOrder(reader)).toBe(true)
  })

  it('is ended when a rule comes to hold something else for its reader, and goes on while it holds the same', async () => {
    await gateway.write.user('ann', ['reader'], { team: 'red' })
    await tails({ readFilter: { team: '@user.team', until: { $gt: '@now' } } })
    const reader = await follow(ann)
    await gateway.write.permission('others', { predicate: "path('/other')", roles: ['reader'] })
    await gateway.write.user('ann', ['reader'], { team: 'red', phone: '1' })
    // Whoever comes now is judged by the state after both changes, and so were the checks since then.
    const later = await follow(ann)
    expect(reader.state.isEnded).toBe(false)
    await gateway.write.user('ann', ['reader'], { team: 'blue' })
    expect(await isEndedInOrder(reader)).toBe(true)
    expect(await isEndedInOrder(later)).toBe(true)
  })

  it('is ended when its key is revoked', async () => {
    await gateway.write.enableKeys()
    const reader = await follow(bearer(await gateway.write.key('k')))
    await gateway.write.remove('keys', 'k')
    expect(await isEndedInOrder(reader)).toBe(true)
  })

  it('is ended when the gateway stops, which does not wait for its reader', async () => {
    const reader = await follow(owner)
    const startedAt = performance.now()
    await gateway.gateway.stop(20_000)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    expect(await isEndedInOrder(reader)).toBe(true)
  })

  it('is an event without its body when its reader leaves, and waits for nothing before', async () => {
    await gateway.write.wantEvents()
    const { shipped } = await followEvents(gateway.platform)
    const reader = await follow(owner)
    const other = await gateway.call('GET /whoami', { headers: owner })
    await eventually(() => shipped.some(({ event }) => event.id === other.headers['x-request-id']))
    reader.leave()
    const told = await eventually(() => shipped.find(({ event }) => event.request.path === '/events/tail') ?? false)
    expect(told).toMatchObject({ event: { aborted: true, response: { statusCode: 200 } } })
    expect(told.responseBody).toHaveLength(0)
    await eventually(() => openAtService === 0)
  })
})
