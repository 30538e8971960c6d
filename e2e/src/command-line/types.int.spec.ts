import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ownerClient } from '../http-client.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'

/** What has to compile by the types of the server, and what must not. */
const PROGRAM = `import { createSluice } from '@sluice/sdk'
import type { Routes, Sluice } from './sluice-types.ts'

const sluice = createSluice<Sluice>({ url: 'http://sluice.test' })
const routes = sluice.collection('routes')
export const origin = async (): Promise<string> => (await routes.get('a')).document.origin
export const next: Routes['next'] = { origin: 'SFO', _id: 'b' }
export const calls = [
  () => routes.insert({ _id: 'a', origin: 'SFO', via: ['LAX'] }),
  () => routes.count({ origin: 'SFO' }),
  () => routes.aggregate('busiest', { from: 'SFO' }),
  () => sluice.collection('open-ended').insert({ anything: 1 }),
  // @ts-expect-error A route has an origin.
  () => routes.insert({ _id: 'a' }),
  // @ts-expect-error A route has no gate.
  () => routes.count({ gate: 'B7' }),
  // @ts-expect-error There has to be a value of this variable.
  () => routes.aggregate('busiest'),
  // @ts-expect-error There is no such aggregation.
  () => routes.aggregate('quietest', {}),
  // @ts-expect-error There is no such collection.
  () => sluice.collection('harbours'),
]
`

const SCHEMA = {
  type: 'object',
  required: ['origin'],
  additionalProperties: false,
  properties: {
    _id: { type: 'string' },
    origin: { type: 'string', description: 'Where it */ begins' },
    via: { type: 'array', items: { type: 'string' } },
    next: { $ref: '#' },
  },
}

describe('sluice types', () => {
  let target: SluiceTarget
  let project: SluiceCommand
  const owner = () => ownerClient({ url: target.urls[0], ownerPassword: target.ownerPassword })
  const file = () => join(project.folder, 'sluice-types.ts')

  beforeAll(async () => {
    target = await openStandaloneTarget()
    project = await openProject(await buildCommandLine(), target)
    for (const collection of ['routes', 'open-ended']) await owner().json('PUT', `/${collection}`)
    const stages = [{ $match: { origin: { $var: 'from' } } }]
    await owner().json('PATCH', '/routes/_meta', { jsonSchema: SCHEMA, aggrs: [{ uri: 'busiest', stages }] })
  }, 120_000)
  afterAll(() => target?.stop())

  it('writes types by which a program compiles, and a wrong one does not', async () => {
    expect((await project.run(['types', '--out', 'sluice-types.ts'])).code).toBe(0)
    writeFileSync(join(project.folder, 'program.ts'), PROGRAM)
    writeFileSync(join(project.folder, 'package.json'), '{"type":"module"}')
    const settings = {
      extends: join(process.cwd(), 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        types: ['node'],
        typeRoots: [join(process.cwd(), 'node_modules/@types')],
        paths: { '@sluice/sdk': [join(process.cwd(), 'packages/sdk/src/index.ts')] },
      },
      files: ['program.ts'],
    }
    writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify(settings))
    const words = ['node_modules/typescript7/bin/tsc', '-p', project.folder]
    expect(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout).toBe('')
  }, 60_000)

  it('prints the same as it writes, and says by --check whether a file is as the server is', async () => {
    expect((await project.run(['types'])).stdout).toBe(readFileSync(file(), 'utf8'))
    const check = async () => (await project.run(['types', '--out', 'sluice-types.ts', '--check'])).code
    expect(await check()).toBe(0)
    await owner().json('PUT', '/later')
    expect([await check(), readFileSync(file(), 'utf8').includes('later')]).toEqual([4, false])
    expect((await project.run(['types', '--check'])).code).toBe(2)
    expect((await project.run(['types', '--db', 'sluice'])).code).toBe(2)
  })
})
