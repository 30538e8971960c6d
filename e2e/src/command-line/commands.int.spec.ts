import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ownerClient } from '../http-client.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { HOOK_CANARY } from './sample-definitions.ts'
import { openSampleProject } from './sample-project.ts'
import { buildCommandLine, type SluiceCommand } from './sluice-command.ts'
import { startWriteGate } from './write-gate.ts'

const DOCUMENT = 'query other { airport(iata: "LAX") { name } }'

describe('a command', () => {
  let program: string
  let target: SluiceTarget
  let project: SluiceCommand

  const owner = () => ownerClient({ url: target.urls[0], ownerPassword: target.ownerPassword })
  const json = async (...words: string[]) => JSON.parse((await project.run([...words, '--json'])).stdout)
  const code = async (...words: string[]) => (await project.run(words)).code

  beforeAll(async () => {
    program = await buildCommandLine()
    target = await openStandaloneTarget()
    project = await openSampleProject(program, target)
  }, 120_000)
  afterAll(() => target?.stop())

  it('of permissions prints what is stored, and exits with 1 where there is none', async () => {
    const list = await project.run(['permissions', 'list', '--role', 'flight-reader'])
    expect(list.stdout).toMatch(/^read-flights\tflight-reader,crew\t20\t/)
    expect(await json('permissions', 'get', 'read-flights')).toMatchObject({ description: 'Who reads flights' })
    expect(await code('permissions', 'get', 'nobody')).toBe(1)
  })

  it('of permissions lists the highest priority first, of equals the larger id, and those without one last', async () => {
    const made = [
      { _id: 'order-a', priority: 30 },
      { _id: 'order-b', priority: 30 },
      { _id: 'order-c', priority: 5 },
    ]
    const others = [{ _id: 'order-d' }, { _id: 'order-e' }]
    for (const one of [...made, ...others])
      await owner().json('POST', '/acl', { ...one, roles: ['orderer'], predicate: "path('/nowhere')" })
    const listed: { _id: string }[] = await json('permissions', 'list', '--role', 'orderer')
    expect(listed.map(({ _id }) => _id)).toEqual(['order-b', 'order-a', 'order-c', 'order-e', 'order-d'])
  })

  it('prints examples of permissions that the server takes', async () => {
    const names = (await json('permissions', 'example')).map(({ name }: { name: string }) => name)
    const wanted = [...names.map((name: string) => [name]), ['deployer', '--without', 'acl']]
    for (const words of wanted) {
      const permission = await json('permissions', 'example', ...words)
      expect(await owner().status('PUT', `/acl/${permission._id}?wm=upsert&dryRun=true`, permission)).toBeLessThan(300)
    }
    expect((await project.run(['permissions', 'example', 'deployer', '--without', 'acl'])).stdout).not.toContain('/acl')
    expect(await code('permissions', 'example', 'nonsense')).toBe(2)
  })

  it('switches an app off and on, and restores a version of it', async () => {
    expect((await project.run(['apps', 'list'])).stdout).toContain('flights\tFlights\t/graphql/flights\tenabled')
    expect(await code('apps', 'disable', 'flights')).toBe(0)
    expect(await json('apps', 'get', 'flights')).toMatchObject({ descriptor: { enabled: false } })
    const [newest, first] = await json('apps', 'versions', 'flights')
    expect(newest.version).toBeGreaterThan(first.version)
    expect(await code('apps', 'restore', 'flights', String(first.version))).toBe(0)
    expect(await json('apps', 'get', 'flights')).toMatchObject({ descriptor: { enabled: true } })
    expect(await code('apps', 'restore', 'flights', 'first')).toBe(2)
  })

  it('prints the schema of an app as it was saved, and what a query would read', async () => {
    expect((await project.run(['apps', 'schema', 'flights'])).stdout).toContain('airport(iata: ID!): Airport')
    const asked = { input: '{ airport(iata: "SFO") { name } }' }
    const explained = await project.run(['apps', 'explain', 'flights', '--execute'], asked)
    expect([explained.code, explained.stdout.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/airports\tfind\t.*SFO/),
    ])
    expect(explained.stderr).toMatch(/Plan: flat, 10000 documents and 5000 ms at most, 8 commands at once/)
    expect(await code('apps', 'explain', 'nothing')).toBe(1)
  })

  it('drafts an app as files that apply takes, and writes over none', async () => {
    await owner().json('PUT', '/harbours', {})
    await owner().json('POST', '/harbours', { _id: 'h-1', name: 'Hamburg', berths: 3 })
    const drafted = await project.run(['apps', 'draft', 'harbours'])
    expect([drafted.code, drafted.stdout]).toEqual([0, expect.stringContaining('apps/harbours/app.json')])
    expect(await code('apply', '--yes', '--only', 'apps/harbours')).toBe(0)
    expect(await code('fmt', '--check', '--only', 'apps/harbours')).toBe(0)
    expect(await code('apps', 'draft', 'harbours')).toBe(2)
  })

  it('registers trusted documents beside those that are there, or in their place', async () => {
    const hash = createHash('sha256').update(DOCUMENT).digest('hex')
    const file = join(project.folder, 'documents.json')
    writeFileSync(file, JSON.stringify({ [hash]: DOCUMENT }))
    const push = ['apps', 'documents', 'push', 'flights', file]
    expect(await json(...push)).toEqual({ added: 1, removed: 0, total: 2 })
    expect(await json(...push, '--replace')).toEqual({ added: 0, removed: 1, total: 1 })
    writeFileSync(file, JSON.stringify({ short: DOCUMENT }))
    expect(await code(...push)).toBe(2)
  })

  it('of trusted documents loses none of those that are pushed at the same time', async () => {
    const texts = Array.from({ length: 4 }, (_, at) => `query at${at} { airport(iata: "LAX") { name } }`)
    const files = texts.map((text, at) => {
      const file = join(project.folder, `documents-${at}.json`)
      writeFileSync(file, JSON.stringify({ [createHash('sha256').update(text).digest('hex')]: text }))
      return file
    })
    const codes = await Promise.all(files.map(file => code('apps', 'documents', 'push', 'flights', file)))
    expect(codes).toEqual([0, 0, 0, 0])
    const registered = await owner().json<object>('GET', '/gql-apps/flights/documents')
    expect(Object.values(registered ?? {})).toEqual(expect.arrayContaining(texts))
  })

  it.each([
    { how: 'keeps those', words: [], end: 0, told: '1 added, 0 removed, 2 in all', kept: ['theirs', 'ours'] },
    { how: 'does not replace those', words: ['--replace'], end: 5, told: 'PRECONDITION_FAILED', kept: ['theirs'] },
  ])('of trusted documents $how that somebody else has put since it has read', async ({ words, ...wanted }) => {
    const documents = (name: string) => {
      const text = `query ${name} { airport(iata: "LAX") { name } }`
      return { [createHash('sha256').update(text).digest('hex')]: text }
    }
    const file = join(project.folder, 'ours.json')
    writeFileSync(file, JSON.stringify(documents('ours')))
    await owner().json('PUT', '/gql-apps/flights/documents', documents('before'))
    const gate = await startWriteGate(target.urls[0])
    try {
      gate.ahead(() => owner().json('PUT', '/gql-apps/flights/documents', documents('theirs')))
      const push = ['apps', 'documents', 'push', 'flights', file, ...words]
      const pushed = await project.run(push, { environment: { SLUICE_URL: gate.url } })
      expect([pushed.code, pushed.stdout + pushed.stderr]).toEqual([wanted.end, expect.stringContaining(wanted.told)])
    } finally {
      await gate.close()
    }
    const kept = Object.assign({}, ...wanted.kept.map(documents))
    expect(await owner().json('GET', '/gql-apps/flights/documents')).toEqual(kept)
  })

  it('switches a webhook off and on', async () => {
    expect(await code('webhooks', 'disable', 'new-route')).toBe(0)
    expect(await json('webhooks', 'get', 'new-route')).toMatchObject({ enabled: false })
    expect(await code('webhooks', 'enable', 'new-route')).toBe(0)
    expect((await project.run(['webhooks', 'get', 'new-route'])).stdout).not.toContain(HOOK_CANARY)
  })

  it('delivers many again only with a number that was agreed to', async () => {
    expect(await json('webhooks', 'redeliver', 'new-route', '--status', 'failed', '--dry-run')).toMatchObject({
      matched: 0,
      redelivered: 0,
    })
    expect(await code('webhooks', 'redeliver', 'new-route')).toBe(2)
    expect(await code('tail', '--status', 'failed')).toBe(2)
    expect(await code('webhooks', 'redeliver', 'new-route', '--from', 'yesterday')).toBe(2)
    expect(await code('webhooks', 'log', 'new-route', '01a20723-e885-7337-b942-67e055edc8cb')).toBe(1)
  })

  it('says so where there is no such key', async () => {
    expect(await code('keys', 'get', '01a20723-e885-7337-b942-67e055edc8cb')).toBe(1)
  })

  it('of status says what the server holds, as far as one may see it, and that its clock goes right', async () => {
    const counts = { apps: 2, permissions: expect.any(Number), webhooks: 1 }
    expect(await json('status')).toMatchObject({ clockDifferenceSeconds: 0, counts, troubles: [] })
    expect((await project.run(['status'])).stdout).toMatch(/^holds {4}apps 2, permissions \d+, webhooks 1$/m)
    const nobody = { SLUICE_USER: '', SLUICE_PASSWORD_FILE: '' }
    expect((await project.run(['status'], { environment: nobody })).code).toBe(3)
  })

  it('shows examples and options in its help', async () => {
    for (const words of [
      ['apps', 'explain'],
      ['permissions', 'example'],
      ['webhooks', 'redeliver'],
    ]) {
      const help = await project.run([...words, '--help'])
      expect([help.code, help.stdout]).toEqual([
        0,
        expect.stringMatching(/Usage: sluice .*\n\nExamples:\n[\s\S]*Options:/),
      ])
    }
  })
})
