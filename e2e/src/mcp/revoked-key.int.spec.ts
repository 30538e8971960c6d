import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, isAbsent, startAll } from '@sluice/testkit/backends'
import type { ServiceProcess } from '../cluster/service-process.ts'
import { type StartedCluster, startCluster } from '../cluster/start-cluster.ts'
import { type HttpClient, ownerClient, userClient } from '../http-client.ts'
import { assistantClients } from './assistant-clients.ts'

const HOLDER = { name: 'mia', password: 'a password of mia' }
const IN_FLIGHT = /^sluice_gateway_requests_in_flight(?:\{[^}]*\})? (\d+)/m

type IssuedSecret = { _id: string; key: string }

const describeWhereBackendsAre = BACKEND_KINDS.some(isAbsent) ? describe.skip : describe

describeWhereBackendsAre('a call of a tool that is under way', () => {
  let backends: Awaited<ReturnType<typeof startAll>>
  let cluster: StartedCluster
  let holder: HttpClient
  let data: ServiceProcess

  beforeAll(async () => {
    backends = await startAll(BACKEND_KINDS)
    const settings = { ...addressSettings(backends.backends), CLUSTER_PREFIX: `revoked-${process.pid}-` }
    cluster = await startCluster({ settings, folder: await temporaryDirectory() })
    const url = cluster.gateways[0]?.url ?? ''
    const owner = ownerClient({ url, ownerPassword: cluster.ownerPassword })
    for (const step of ['install', 'enable']) await owner.text('POST', `/plugins/api-keys/${step}`)
    await owner.json('POST', '/users', { _id: HOLDER.name, password: HOLDER.password, roles: ['pilot'] })
    const permit = (_id: string, roles: string, rest: object) =>
      owner.json('POST', '/acl', { _id, roles: [roles], ...rest })
    await permit('issue', 'pilot', { predicate: "path-prefix('/keys')", priority: 1, apiKeys: { roles: ['reader'] } })
    await permit('call', 'reader', { predicate: "path('/mcp') or path-prefix('/planes')", priority: 1 })
    await owner.text('PUT', '/planes')
    await owner.json('POST', '/planes', { _id: 'p1', seats: 4 })
    holder = userClient(url, HOLDER)
    const found = cluster.processes.find(({ service }) => service === 'data')
    if (!found) throw new RangeError('The cluster has no data service.')
    data = found
  }, 120_000)

  afterAll(async () => {
    data?.thaw()
    await cluster?.stop()
    await backends?.stop()
  }, 60_000)

  const inFlight = async (): Promise<number> => {
    const told = await Promise.all(
      cluster.gateways.map(async ({ adminUrl }) => IN_FLIGHT.exec(await (await fetch(`${adminUrl}/metrics`)).text())),
    )
    return told.reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0)
  }

  it('ends refused when its key is revoked: what it has begun is answered, and its next request is not', async () => {
    const { _id, key } = await holder.json<IssuedSecret>('POST', '/keys', {
      name: 'x',
      roles: ['reader'],
      expiresIn: 1,
    })
    const [, connect] = assistantClients[0] ?? []
    if (!connect) throw new RangeError('There is no client.')
    const client = await eventually(() => connect(`${cluster.gateways[0]?.url}/mcp`, `Bearer ${key}`))
    const whole = await eventually(async () => {
      const answer = await client.call('describe_collection', { collection: 'planes' })
      expect(answer.isError).toBe(false)
      return answer
    })
    expect(whole.value.fields).toContainEqual({ path: 'seats', types: ['number'], share: 1 })
    data.freeze()
    const call = client.call('describe_collection', { collection: 'planes' })
    await eventually(async () => expect(await inFlight()).toBeGreaterThanOrEqual(2))
    await holder.text('DELETE', `/keys/${_id}`)
    data.thaw()
    expect(await call).toMatchObject({ isError: true, value: { code: 'INVALID_KEY', status: 401 } })
    await client.close()
  })
})
