import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'

const SCHEMA = 'type Query { boats: [Boat] } type Boat { name: String }'
const mappings = { Query: { boats: { db: 'sluice', collection: 'boats', find: {} } } }
const permission = (id: string) => ({ _id: id, roles: ['crew'], predicate: "path('/boats')" })

/** A service with a part of each kind that is taken, and parts that are not. */
const OLD_SERVICE = {
  'collections.json': ['boats', '_hidden/x'],
  'gql-apps/fleet.json': { _id: 'fleet', schema: SCHEMA, mappings },
  'gql-apps/torn.json': { _id: 'torn', schema: 'type Query {', mappings },
  'acl.json': [
    permission('reads'),
    { ...permission('noted'), team: 'north' },
    { ...permission('torn'), predicate: 'path(' },
  ],
  'users.json': [{ _id: 'ines', roles: ['crew'], password: `$2b$10$${'a'.repeat(53)}` }],
}

describe('sluice check-import', () => {
  let target: SluiceTarget
  let project: SluiceCommand

  const write = (files: Readonly<Record<string, unknown>>, folder: string) => {
    for (const [name, value] of Object.entries(files)) {
      const file = join(project.folder, folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
    }
  }

  beforeAll(async () => {
    target = await openStandaloneTarget()
    project = await openProject(await buildCommandLine(), target)
    write(OLD_SERVICE, 'old')
  }, 120_000)
  afterAll(() => target?.stop())

  it('says of every part that is not simply taken what to change, at its place in the files', async () => {
    const { code, stdout } = await project.run(['check-import', 'old'])
    expect(code).toBe(6)
    expect(stdout).toMatch(/✗ gql-apps torn: refused\n +gql-apps\/torn\.json:3:\d+: schema: /)
    expect(stdout).toMatch(/✗ acl torn: refused\n +acl\.json:22:\d+: predicate: /)
    expect(stdout).toMatch(/✗ users ines: refused\n +users\.json:7:\d+: password: .*passwordHash/)
    expect(stdout).toMatch(/! acl noted: taken, with a warning\n +acl\.json:15:\d+: team: /)
    expect(stdout).toMatch(/✗ collections _hidden\/x: refused\n +collections\.json:3:3: /)
    expect(stdout).toContain('3 taken, 1 taken with a warning, 4 refused. Nothing was written.')
  })

  it('writes nothing, and says the same in JSON', async () => {
    const { stdout } = await project.run(['check-import', 'old', '--json'])
    const { documents, ...counts } = JSON.parse(stdout)
    expect(counts).toEqual({ taken: 3, warned: 1, refused: 4 })
    expect(documents).toContainEqual(expect.objectContaining({ id: 'reads', verdict: 'taken', file: 'acl.json' }))
    expect((await project.run(['api', 'GET', '/acl/reads'])).code).toBe(1)
  })

  it('checks more parts than one request takes', async () => {
    write({ 'acl.json': Array.from({ length: 900 }, (_, at) => permission(`p${at}`)) }, 'large')
    const { code, stdout, stderr } = await project.run(['check-import', 'large'])
    expect([code, stdout]).toEqual([0, '900 taken, 0 taken with a warning, 0 refused. Nothing was written.\n'])
    expect(stderr).toContain('These were 3 requests')
  })

  it('asks nothing of the server where a file can not be read', async () => {
    write({ 'acl.json': ['no document'] }, 'bad')
    const { code, stderr } = await project.run(['check-import', 'bad'], {
      environment: { SLUICE_URL: 'http://127.0.0.1:1' },
    })
    expect(code).toBe(2)
    expect(stderr).toContain('acl.json:2:3: A document is an object.')
    expect((await project.run(['check-import', 'nowhere'])).stderr).toContain("nowhere can't be read (ENOENT)")
  })
})
