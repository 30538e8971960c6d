import { beforeAll, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { eventually } from '@sluice/testkit'
import { type HttpClient, ownerClient, userClient } from '../http-client.ts'
import { connectClient } from '../mcp/asking-client.ts'
import type { SluiceTarget } from '../target.ts'

const PASSWORD = 'a password of leo'
const ALL = { toolsListChanged: true, resourcesListChanged: true } as const
const STREAM_ENDS_MS = 30_000
const MOST_OF_USER = 16

type KeyOfLeo = { _id: string; key: string }

/** What must hold of who wants to hear of changes, on one process and on a cluster. */
export function describeMcpSubscriptions(target: () => SluiceTarget): void {
  let owner: HttpClient
  let leo: HttpClient

  const permit = (_id: string, rest: object) =>
    owner.json('PUT', `${target().base}/acl/${_id}?wm=upsert`, { _id, priority: 1, ...rest })

  beforeAll(async () => {
    const { urls, ownerPassword } = target()
    owner = ownerClient({ url: urls[0], ownerPassword })
    for (const plugin of ['api-keys', 'webhooks']) {
      for (const step of ['install', 'enable']) await owner.status('POST', `/plugins/${plugin}/${step}`)
    }
    await owner.status('PUT', '/tugs')
    const apiKeys = { roles: ['hears', 'hears-other'], 'max-keys-per-user': 100 }
    await permit('leo-issues', { roles: ['mate'], predicate: "path-prefix('/keys')", apiKeys })
    await permit('hears', { roles: ['hears', 'hears-other'], predicate: "path('/mcp')" })
    await owner.status('POST', '/users', { _id: 'leo', password: PASSWORD, roles: ['mate'] })
    leo = userClient(urls[0], { name: 'leo', password: PASSWORD })
  })

  const issue = (role: string) => leo.json<KeyOfLeo>('POST', '/keys', { name: role, roles: [role], expiresIn: 1 })

  /** A client with a stream at one gateway, and what it has heard. */
  async function listenWith(key: string, filter: Parameters<Client['listen']>[0], gateway: 0 | 1 = 1) {
    const url = `${target().urls[gateway]}/mcp`
    const client = await eventually(() => connectClient({ url, authorization: `Bearer ${key}` }))
    const heard: string[] = []
    client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'))
    client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('resources'))
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
    const stream = await client.listen(filter)
    return { client, heard, stream }
  }

  it('tells at one gateway of a permission that is written at the other, and only whom it concerns', async () => {
    const concerned = await listenWith((await issue('hears')).key, ALL)
    const other = await listenWith((await issue('hears-other')).key, ALL)
    expect(concerned.stream.honoredFilter).toEqual(ALL)
    await permit('tugs', { roles: ['hears'], predicate: "path-prefix('/tugs') and method('GET')" })
    await eventually(() => expect(concerned.heard.toSorted()).toEqual(['resources', 'tools']))
    expect((await concerned.client.listTools()).tools.map(({ name }) => name)).toContain('find_documents')
    await permit('tugs', { roles: ['hears-other'], predicate: "path-prefix('/tugs') and method('GET')" })
    await eventually(() => expect(other.heard.toSorted()).toEqual(['resources', 'tools']))
    for (const { client, stream } of [concerned, other]) {
      await stream.close()
      await client.close()
    }
  })

  it('tells of tools that come and go with their plugin', async () => {
    await permit('hooks', { roles: ['hears'], predicate: "path('/webhooks')" })
    const { client, heard } = await listenWith((await issue('hears')).key, { toolsListChanged: true })
    const named = async () => (await client.listTools()).tools.map(({ name }) => name)
    await eventually(async () => expect(await named()).toContain('list_webhooks'))
    heard.length = 0
    await owner.status('POST', '/plugins/webhooks/disable')
    await eventually(() => expect(heard).toContain('tools'))
    expect(await named()).not.toContain('list_webhooks')
    await owner.status('POST', '/plugins/webhooks/enable')
    await client.close()
  })

  it('tells of the schema of an app that was changed', async () => {
    const uri = 'sluice://apps/tugs/schema'
    const app = (field: string) => ({
      descriptor: { name: 'tugs', uri: 'tugs', enabled: true },
      schema: `type Tug { ${field}: Int } type Query { tugs: [Tug] }`,
      mappings: { Query: { tugs: { db: 'sluice', collection: 'tugs', find: {} } } },
    })
    await permit('asks', { roles: ['hears'], predicate: "path('/graphql/tugs')" })
    await owner.json('PUT', '/gql-apps/tugs', { _id: 'tugs', ...app('length') })
    const { client, heard } = await listenWith((await issue('hears')).key, { resourceSubscriptions: [uri] })
    await owner.json('PUT', '/gql-apps/tugs', { _id: 'tugs', ...app('width') })
    await eventually(() => expect(heard).toEqual([uri]))
    await client.close()
  })

  it(
    'ends within 15 s of its key',
    async () => {
      const { _id, key } = await issue('hears')
      const { client, stream } = await listenWith(key, ALL)
      await leo.text('DELETE', `/keys/${_id}`)
      expect(await stream.closed).not.toBe('local')
      await client.close()
    },
    STREAM_ENDS_MS,
  )

  it('lets a user have 16 at a replica, and says so to the next one', async () => {
    const { key } = await issue('hears')
    const opened = []
    let refusal: unknown
    while (refusal === undefined && opened.length <= 2 * MOST_OF_USER) {
      const one = await listenWith(key, ALL, 0).catch((error: unknown) => {
        refusal = error
      })
      if (one) opened.push(one)
    }
    expect(String(refusal)).toMatch(/16 subscriptions|RATE_LIMITED|429/)
    for (const { client } of opened) await client.close()
  })
}
