import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type HttpClient, keyClient, ownerClient, userClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import type { SluiceTarget } from '../target.ts'
import { showFigures } from './figures.ts'
import { AMELIA } from './small-world.ts'
import { readLog } from './webhook-log.ts'

type JobKey = { _id: string; key: string; roles: string[] }
type Airports = { data: { airports: { iata: string; departures: object[] }[] } }

const REVOCATIONS = 20
const DELIVERIES = 60
/** The first ones find connections that are still being made. */
const WARM_UP = 20
/** Stands for no number. */
const PROBE = -1
const QUERY = '{ airports(state: "CA") { iata departures { flights destination { iata name } } } }'

/** A key reads a GraphQL app, a webhook tells of a change, the key is revoked: over both gateways. */
export function describeMainJob(target: () => SluiceTarget): void {
  describe('the main job', () => {
    let receiver: DeliveryReceiver
    let owner: HttpClient
    let amelia: HttpClient
    let issued: JobKey
    const through = (index: 0 | 1) => keyClient(target().urls[index], issued.key)
    const issue = () =>
      amelia.json<JobKey>('POST', '/keys', {
        name: 'script',
        roles: ['flight-reader', 'route-writer'],
        expiresIn: 7,
      })
    const makeWebhook = async (name: string, rest: object) =>
      (await owner.json<{ _id: string }>('POST', '/webhooks', { name, ...rest }))._id

    beforeAll(async () => {
      receiver = await startReceiver(target().receiver)
      const { urls, ownerPassword } = target()
      owner = ownerClient({ url: urls[0], ownerPassword })
      amelia = userClient(urls[0], AMELIA)
      issued = await issue()
    })
    afterAll(() => receiver.close())

    it('shows the secret of a key once', async () => {
      expect(issued.key).toMatch(/^slk_/)
      expect(await amelia.text('GET', '/keys')).not.toContain(issued.key)
    })

    it.each([0, 1] as const)('reads the app with a join through gateway %i', async index => {
      const { data } = await eventually(() =>
        through(index).json<Airports>('POST', '/graphql/flights', { query: QUERY }),
      )
      expect(data.airports.map(({ iata }) => iata)).toEqual(['LAX', 'SFO'])
      expect(data.airports[1]?.departures[0]).toEqual({ flights: 7, destination: { iata: 'LAX', name: 'Los Angeles' } })
    })

    it('lets the key do nothing else', async () => {
      expect(await through(0).status('GET', '/airports')).toBe(403)
      expect(await through(1).status('POST', '/keys', { name: 'another' })).toBe(403)
    })

    it('takes a changed app at once on the gateway that changed it, and within a second on the other', async () => {
      const query = { query: '{ airports(state: "AR") { iata } }' }
      await owner.json('PATCH', '/gql-apps/flights', { descriptor: { enabled: false } })
      expect(await through(0).status('POST', '/graphql/flights', query)).toBe(404)
      const isOff = async () => (await through(1).status('POST', '/graphql/flights', query)) === 404
      await eventually(isOff, { timeoutMs: 1_000, what: 'the app is off on the other gateway' })
      await owner.json('PATCH', '/gql-apps/flights', { descriptor: { enabled: true } })
      expect(await through(0).status('POST', '/graphql/flights', query)).toBe(200)
    })

    it('tells another program of each new route, with the template filled, whichever gateway took it', async () => {
      const condition = "path('/routes') and method('POST') and response-code('201')"
      const template = '{"to": "{{request.body.destination}}", "number": {{request.body.number}}}'
      const url = `${receiver.url}/routes`
      const id = await makeWebhook('New route', { condition, url, transform: { enabled: true, template } })
      const addRoute = async (index: 0 | 1, number: number) => {
        const route = { origin: 'SFO', destination: 'LIT', number }
        expect(await through(index).json('POST', '/routes', route)).toMatchObject({ addedBy: AMELIA.name })
      }
      const delivered = () =>
        receiver.deliveries.map(({ body, at }) => ({ at, ...(JSON.parse(body) as { number: number; to: string }) }))
      const counted = () => delivered().filter(({ number }) => number !== PROBE)
      // The gateway that did not save the webhook learns of it within a second.
      await eventually(async () => {
        await addRoute(1, PROBE)
        return eventually(() => delivered().length > 0, { timeoutMs: 1_000 })
      })
      const sentAt: number[] = []
      for (let number = 0; number < DELIVERIES; number++) {
        sentAt.push(performance.now())
        await addRoute(number % 2 === 0 ? 0 : 1, number)
      }
      await eventually(() => expect(counted()).toHaveLength(DELIVERIES), { what: 'every delivery' })
      expect(new Set(counted().map(({ number }) => number)).size).toBe(DELIVERIES)
      expect(delivered().every(({ to }) => to === 'LIT')).toBe(true)
      const latencies = counted().map(({ number, at }) => at - (sentAt[number] ?? Number.NaN))
      showFigures('write to target, at first', latencies.slice(0, WARM_UP))
      showFigures('write to target', latencies.slice(WARM_UP))
      await eventually(async () => expect(await readLog(owner, id, 'success')).toHaveLength(delivered().length))
    })

    it('says of what did not match why not', async () => {
      const id = await makeWebhook('Never', { condition: "path('/nowhere')", url: receiver.url })
      await owner.json('GET', '/airports')
      const [skipped] = await eventually(async () => {
        const entries = await readLog(owner, id, 'skipped')
        return entries.length > 0 ? entries : false
      })
      const detail = await owner.json<{ conditionEvaluation: { matched: boolean; explanation: unknown } }>(
        'GET',
        `/webhooks/${id}/logs/${skipped?._id}`,
      )
      expect(detail.conditionEvaluation.matched).toBe(false)
      expect(JSON.stringify(detail.conditionEvaluation.explanation)).toContain('is false')
    })

    it('says of what could not be delivered at which stage, and why', async () => {
      const id = await makeWebhook('Nobody home', { condition: "path('/whoami')", url: 'https://sluice.invalid/' })
      await owner.json('GET', '/whoami')
      const [failed] = await eventually(async () => {
        const entries = await readLog(owner, id, 'failed')
        return entries.length > 0 ? entries : false
      })
      const detail = await owner.json<{ error: object }>('GET', `/webhooks/${id}/logs/${failed?._id}`)
      expect(detail.error).toMatchObject({ stage: expect.any(String), message: expect.any(String) })
      await owner.json('DELETE', `/webhooks/${id}`)
    })

    it('refuses a revoked key at once where it was revoked, and within a second on the other gateway', async () => {
      const latencies: number[] = []
      for (let count = 0; count < REVOCATIONS; count++) {
        const { _id, key } = await issue()
        const [here, there] = target().urls.map(url => () => keyClient(url, key).status('GET', '/whoami'))
        expect(await there?.()).toBe(200)
        await amelia.text('DELETE', `/keys/${_id}`)
        const revokedAt = performance.now()
        expect(await here?.()).toBe(401)
        await eventually(async () => (await there?.()) === 401, { what: 'the key is refused by the other gateway' })
        latencies.push(performance.now() - revokedAt)
      }
      showFigures('revoked to refused by the other gateway', latencies)
      expect(Math.max(...latencies)).toBeLessThan(1_000)
    }, 30_000)
  })
}
