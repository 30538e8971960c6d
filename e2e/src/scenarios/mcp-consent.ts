import { beforeAll, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { eventually } from '@sluice/testkit'
import { type HttpClient, ownerClient, userClient } from '../http-client.ts'
import { connectClient } from '../mcp/asking-client.ts'
import type { SluiceTarget } from '../target.ts'

const PASSWORD = 'a password of ida'
const REQUIRED = ['offer', 'require', 'off'] as const

type Consent = (typeof REQUIRED)[number]

/** What must hold of deletions that a person is asked about, on one process and on a cluster. */
export function describeMcpConsent(target: () => SluiceTarget): void {
  let owner: HttpClient
  const keys = new Map<Consent, string>()

  beforeAll(async () => {
    const { urls, base, ownerPassword } = target()
    owner = ownerClient({ url: urls[0], ownerPassword })
    for (const step of ['install', 'enable']) await owner.status('POST', `/plugins/api-keys/${step}`)
    await owner.status('PUT', '/crates')
    const permit = (_id: string, rest: object) =>
      owner.json('PUT', `${base}/acl/${_id}?wm=upsert`, { _id, priority: 1, ...rest })
    await permit('ida-issues', {
      roles: ['porter'],
      predicate: "path-prefix('/keys')",
      apiKeys: { roles: [...REQUIRED] },
    })
    await permit('crates', { roles: [...REQUIRED], predicate: "path-prefix('/crates')" })
    for (const confirm of REQUIRED) {
      await permit(`mcp-${confirm}`, { roles: [confirm], predicate: "path('/mcp')", mcp: { write: true, confirm } })
    }
    await owner.status('POST', '/users', { _id: 'ida', password: PASSWORD, roles: ['porter'] })
    const ida = userClient(urls[0], { name: 'ida', password: PASSWORD })
    for (const role of REQUIRED) {
      const { key } = await ida.json<{ key: string }>('POST', '/keys', { name: role, roles: [role], expiresIn: 1 })
      keys.set(role, `Bearer ${key}`)
    }
    // Names of collections are as they were two seconds ago at most.
    const tools = () =>
      use('offer', undefined, async client => (await client.listTools()).tools.map(({ name }) => name))
    await eventually(async () => expect(await tools()).toContain('delete_document'))
  })

  type PersonHere = Parameters<typeof connectClient>[0]['person']
  type DeletionTry = { answer: unknown; questions: string[]; isThere: boolean }

  const url = (gateway: 0 | 1 = 0) => `${target().urls[gateway]}/mcp`

  async function use<T>(confirm: Consent, person: PersonHere, work: (client: Client) => Promise<T>): Promise<T> {
    const authorization = keys.get(confirm) ?? ''
    const client = await eventually(() => connectClient({ url: url(), authorization, ...(person && { person }) }))
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  }

  async function putCrate(_id: string): Promise<string> {
    await owner.status('PUT', `/crates/${_id}?wm=upsert`, { weight: 3 })
    return (await owner.answer('GET', `/crates/${_id}`)).headers.get('etag') ?? ''
  }

  /** Deletes a crate by the tool. */
  async function remove(confirm: Consent, person: PersonHere): Promise<DeletionTry> {
    const etag = await putCrate('c1')
    const questions: string[] = []
    const hears: PersonHere =
      person &&
      (message => {
        questions.push(message)
        return person(message)
      })
    const args = { collection: 'crates', id: 'c1', etag }
    const answer = await use(confirm, hears, client =>
      client.callTool({ name: 'delete_document', arguments: args }).catch((error: unknown) => error),
    )
    return { answer, questions, isThere: (await owner.status('GET', '/crates/c1')) === 200 }
  }

  const yes: PersonHere = () => ({ action: 'accept', content: { confirm: true } })
  const QUESTION = 'Delete the document "c1" of the collection "crates"?'

  it.each(['offer', 'require'] as const)('deletes once the person agrees, where it says %s', async confirm => {
    expect(await remove(confirm, yes)).toMatchObject({
      answer: { structuredContent: { deleted: true } },
      questions: [QUESTION],
      isThere: false,
    })
  })

  it.each([
    ['declines', { action: 'decline' }],
    ['leaves', { action: 'cancel' }],
    ['accepts without the tick', { action: 'accept', content: { confirm: false } }],
  ] as const)('deletes nothing when the person %s', async (_, said) => {
    expect(await remove('offer', () => said)).toMatchObject({
      answer: { isError: true, structuredContent: { code: 'FORBIDDEN' } },
      questions: [QUESTION],
      isThere: true,
    })
  })

  it('asks nobody where the client can not, unless consent is required', async () => {
    expect(await remove('offer', undefined)).toMatchObject({ isThere: false })
    const refused = await remove('require', undefined)
    expect(refused).toMatchObject({ isThere: true })
    expect(String(refused.answer)).toMatch(/capabilit/i)
  })

  it('asks nobody where the permission says off', async () => {
    expect(await remove('off', yes)).toMatchObject({ questions: [], isThere: false })
  })

  it('takes the consent to one call for no other one, and of nobody else', async () => {
    const etag = await putCrate('c1')
    const other = await putCrate('c2')
    const call = { collection: 'crates', id: 'c1', etag }
    const asked = await send('offer', { arguments: call })
    expect(asked.result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) })
    const consent = { inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } }
    const { requestState } = Object(asked.result)
    const again = { ...consent, requestState }
    const forOther = await send('offer', { arguments: { ...call, id: 'c2', etag: other }, ...again })
    expect(forOther.result).toMatchObject({ resultType: 'input_required' })
    const withoutState = await send('offer', { arguments: call, ...consent })
    expect(withoutState.result).toMatchObject({ resultType: 'input_required' })
    const ofOther = await send('require', { arguments: call, ...again })
    expect(ofOther.error).toMatchObject({ code: -32_602 })
    const forged = await send('offer', { arguments: call, ...consent, requestState: `${requestState}x` })
    expect(forged.error).toMatchObject({ code: -32_602 })
    expect(await owner.status('GET', '/crates/c1')).toBe(200)
    const meant = await send('offer', { arguments: call, ...again }, 1)
    expect(meant.result).toMatchObject({ structuredContent: { deleted: true } })
  })

  /** One message on the wire, of a client that can ask. */
  async function send(confirm: Consent, params: object, gateway: 0 | 1 = 0) {
    const version = '2026-07-28'
    const headers = {
      authorization: keys.get(confirm) ?? '',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': 'delete_document',
    }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    }
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'delete_document', ...params, _meta },
    }
    const answer = await fetch(url(gateway), { method: 'POST', headers, body: JSON.stringify(message) })
    const told: { result?: unknown; error?: unknown } = JSON.parse(await answer.text())
    return told
  }
}
