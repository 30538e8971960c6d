import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { BACKEND_KINDS, isAbsent } from '@sluice/testkit/backends'
import { openClusterTarget } from '../cluster/cluster-target.ts'
import { ownerClient } from '../http-client.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { HOOK_CANARY, SAMPLE_FILES } from './sample-definitions.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'
import { webhookDefinition } from './webhook-definition.ts'

const HOOK = { SLUICE_SECRET_HOOK: HOOK_CANARY }
describe('definitions in files', () => {
  let program: string
  let target: SluiceTarget
  let project: SluiceCommand

  const owner = (of: SluiceTarget = target) => ownerClient({ url: of.urls[0], ownerPassword: of.ownerPassword })
  const apply = (...more: string[]) => project.run(['apply', '--yes', ...more], { environment: HOOK })
  const written = async (): Promise<number> =>
    (await owner().json<{ items: unknown[] }>('GET', '/admin/audit?pagesize=1000')).items.length
  const permission = (id: string) => ({ _id: id, roles: ['crew'], predicate: `path('/${id}')` })

  beforeAll(async () => {
    program = await buildCommandLine()
    target = await openStandaloneTarget()
    project = await openProject(program, target)
    project.write(SAMPLE_FILES)
  }, 120_000)
  afterAll(() => target?.stop())

  it('are checked in whole before anything is written', async () => {
    const before = await written()
    const other = await openProject(program, target)
    other.write({
      ...SAMPLE_FILES,
      'permissions/bad.json': '{\n  "_id": "bad",\n  "roles": [,]\n}\n',
      'webhooks/worse.json': '{"_id": "other"}',
    })
    const malformed = await other.run(['apply', '--yes'], { environment: HOOK })
    expect(malformed.code).toBe(2)
    expect(malformed.stderr).toContain('sluice/permissions/bad.json:3:13:')
    expect(malformed.stderr).toContain('sluice/webhooks/worse.json:1:9:')
    expect(await written()).toBe(before)
  })

  it('are refused with all faults of the server, at their places', async () => {
    const before = await written()
    const other = await openProject(program, target)
    other.write({
      ...SAMPLE_FILES,
      'permissions/bad.json': '{\n  "_id": "bad",\n  "roles": ["a"],\n  "predicate": "path("\n}\n',
      'apps/flights/schema.graphql': 'type Query {\n  airport: Nothing\n}\n',
    })
    const refused = await other.run(['apply', '--yes'], { environment: HOOK })
    expect(refused.code).toBe(6)
    expect(refused.stderr).toContain('sluice/permissions/bad.json:4:16:')
    expect(refused.stderr).toContain('sluice/apps/flights/schema.graphql:2:12:')
    expect(await written()).toBe(before)
  })

  it('want a value for each secret that the server does not have', async () => {
    const missing = await project.run(['apply', '--yes'])
    expect(missing.code).toBe(6)
    expect(missing.stderr).toMatch(/new-route\.json:\d+:\d+: SLUICE_SECRET_HOOK has no value/)
  })

  it('come to the server, and back as the same bytes', async () => {
    const before = await project.files()
    const secrets = join(project.folder, 'secrets.env')
    const applied = await apply('--secrets-out', secrets)
    expect(`${applied.stdout}${applied.stderr}`).not.toContain('✗')
    expect(applied.code).toBe(0)
    expect((await project.run(['pull'])).code).toBe(0)
    expect(await project.files()).toEqual(before)
    const again = await project.run(['apply', '--yes'])
    expect(again.stdout).toContain('Nothing to do.')
  })

  it('are written nowhere by a diff', async () => {
    project.write({ 'permissions/later.json': permission('later') })
    const before = await written()
    const shown = await project.run(['diff', '--exit-code', '--json'])
    expect(shown.code).toBe(4)
    expect(JSON.parse(shown.stdout)).toMatchObject({ steps: [{ kind: 'permission', id: 'later', action: 'create' }] })
    expect(await written()).toBe(before)
  })

  it('are applied by a saved plan only while nothing has changed', async () => {
    const plan = join(project.folder, 'plan.json')
    expect((await project.run(['diff', '--out', plan])).code).toBe(0)
    await owner().json('PATCH', '/webhooks/new-route', { name: 'By somebody else' })
    const changed = { ...(SAMPLE_FILES['webhooks/new-route.json'] as object), name: 'Mine' }
    project.write({ 'webhooks/new-route.json': changed })
    const stale = await apply(plan)
    expect([stale.code, stale.stderr.includes('is stale')]).toEqual([5, true])
    expect(await owner().json('GET', '/webhooks/new-route')).toMatchObject({ name: 'By somebody else' })
    expect((await apply()).code).toBe(0)
    expect(await owner().json('GET', '/webhooks/new-route')).toMatchObject({ name: 'Mine' })
  })

  it('are deleted only with their own consent, and never more than was said', async () => {
    for (const at of [1, 2, 3, 4, 5]) await owner().json('POST', '/acl', permission(`extra-${at}`))
    expect((await apply()).stdout).toContain('5 kept')
    const refused = await apply('--prune', '--allow-deletes', '1')
    expect([refused.code, refused.stderr.includes('deletes 5')]).toEqual([2, true])
    expect(await owner().status('GET', '/acl/extra-5')).toBe(200)
    expect((await apply('--prune', '--allow-deletes', '5')).code).toBe(0)
    expect(await owner().status('GET', '/acl/extra-5')).toBe(404)
  })

  it('of two runs at once are overwritten by none', async () => {
    project.write(
      Object.fromEntries([1, 2, 3, 4].map(at => [`webhooks/race-${at}.json`, webhookDefinition(`race-${at}`)])),
    )
    const runs = await Promise.all([apply(), apply(), apply(), apply(), apply()])
    for (const { code } of runs) expect([0, 5, 7]).toContain(code)
    expect((await apply()).code).toBe(0)
    const versions = await owner().json<{ _id: string; version: number }[]>('GET', '/webhooks?q=race')
    expect(versions.map(({ version }) => version)).toEqual([1, 1, 1, 1])
  })

  it('hold no secret, and neither does anything that is printed', async () => {
    const outputs = [
      await apply('--debug'),
      await project.run(['diff', '--json', '--debug'], { environment: HOOK }),
      await project.run(['pull', '--debug'], { environment: HOOK }),
    ]
    const texts = [
      ...outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]),
      ...Object.values(await project.files()),
    ]
    for (const text of texts)
      for (const canary of ['canary-7f3a9e51c2', target.ownerPassword]) expect(text).not.toContain(canary)
  })

  it('are applied by a key with the permission of the how-to', async () => {
    await owner().json('POST', '/users', {
      _id: 'robot',
      password: 'a password of a robot',
      roles: ['deployer', 'issuer'],
    })
    await owner().json('PUT', '/acl/issuer?wm=upsert', {
      roles: ['issuer'],
      predicate: "path-prefix('/keys')",
      apiKeys: { roles: ['deployer'] },
    })
    const example = await project.run(['permissions', 'example', 'deployer'])
    project.write({ 'permissions/deployer.json': example.stdout })
    expect((await apply('--only', 'permissions/deployer')).code).toBe(0)
    const password = join(project.folder, 'robot.key')
    writeFileSync(password, 'a password of a robot')
    const asRobot = { SLUICE_USER: 'robot', SLUICE_PASSWORD_FILE: password }
    const issued = await project.run(['keys', 'issue', '--name', 'ci', '--role', 'deployer'], { environment: asRobot })
    expect(issued.code).toBe(0)
    project.write({ 'permissions/by-key.json': permission('by-key') })
    const key = { SLUICE_KEY: issued.stdout.trim() }
    const applied = await project.run(['apply', '--yes'], { environment: key })
    expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('no faults')])
  })

  it('come to the dedicated tier, and back as the same bytes', async () => {
    const dedicated = await openStandaloneTarget('dedicated')
    try {
      const there = await openProject(program, dedicated)
      const files = Object.entries(SAMPLE_FILES).map(([path, content]) => [
        path.replace(/^collections\//, 'collections/sluice/'),
        content,
      ])
      there.write(Object.fromEntries(files))
      const before = await there.files()
      const applied = await there.run(['apply', '--yes'], { environment: HOOK })
      expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('no faults')])
      expect((await there.run(['pull'])).code).toBe(0)
      expect(await there.files()).toEqual(before)
      expect((await there.run(['apps', 'get', 'flights'])).stdout).toContain('"_id": "flights"')
      expect((await there.run(['permissions', 'list'])).stdout).toContain('read-flights')
    } finally {
      await dedicated.stop()
    }
  }, 120_000)

  const isClusterAbsent = BACKEND_KINDS.some(isAbsent)
  const ofCluster = isClusterAbsent ? it.skip : it
  ofCluster(
    'go from a standalone to a cluster and back as the same bytes',
    async () => {
      const cluster = await openClusterTarget()
      try {
        expect((await project.run(['pull'])).code).toBe(0)
        const before = await project.files()
        const there = await openProject(program, cluster, project.folder)
        const applied = await there.run(['apply', '--yes'], { environment: HOOK })
        expect([applied.code, applied.stdout.includes('✗')]).toEqual([0, false])
        expect((await there.run(['pull'])).code).toBe(0)
        expect(await there.files()).toEqual(before)
      } finally {
        await cluster.stop()
      }
    },
    240_000,
  )
})
