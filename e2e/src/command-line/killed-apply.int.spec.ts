import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { HOOK_CANARY, SAMPLE_FILES } from './sample-definitions.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'
import { startWriteGate, WRITE_MOMENTS, type WriteGate } from './write-gate.ts'

const HOOK = { SLUICE_SECRET_HOOK: HOOK_CANARY }
const KILLS = 51
const APPLY = ['apply', '--yes', '--prune', '--allow-deletes', '9']

/** Definitions of one round: what the round before had is gone, and what every round has is another one. */
const filesOfRound = (round: number): Record<string, unknown> => ({
  [`webhooks/hook-${round}.json`]: {
    _id: `hook-${round}`,
    name: `Hook ${round}`,
    type: 'http',
    enabled: true,
    condition: "path('/nowhere')",
    url: 'https://hooks.example.com/',
  },
  [`permissions/rule-${round}.json`]: { _id: `rule-${round}`, roles: ['crew'], predicate: `path('/rule-${round}')` },
  'webhooks/every.json': {
    _id: 'every',
    name: `Every ${round}`,
    type: 'http',
    enabled: true,
    condition: "path('/nowhere')",
    url: 'https://hooks.example.com/',
  },
  'collections/airports/collection.json': { _id: 'airports', description: `Airports, ${round}` },
  'apps/flights/app.json': {
    ...Object(SAMPLE_FILES['apps/flights/app.json']),
    descriptor: { name: `Flights ${round}`, enabled: true, uri: 'flights', limits: { maxDepth: 12 } },
  },
})

describe('an apply that is killed', () => {
  let target: SluiceTarget
  let project: SluiceCommand
  let gate: WriteGate

  beforeAll(async () => {
    const program = await buildCommandLine()
    target = await openStandaloneTarget()
    gate = await startWriteGate(target.urls[0])
    project = await openProject(program, { urls: [gate.url, gate.url], ownerPassword: target.ownerPassword })
    project.write({ ...SAMPLE_FILES, ...filesOfRound(0) })
    expect((await project.run(['apply', '--yes'], { environment: HOOK })).code).toBe(0)
  }, 120_000)
  afterAll(async () => {
    await gate?.close()
    await target?.stop()
  })

  function writeRound(round: number): void {
    for (const file of [`webhooks/hook-${round - 1}.json`, `permissions/rule-${round - 1}.json`])
      rmSync(join(project.folder, 'sluice', file))
    project.write(filesOfRound(round))
  }

  it('ends, run again, as one that nothing has happened to: before, during and after each of its writes', async () => {
    writeRound(1)
    gate.at(-1, 'after', () => undefined)
    expect((await project.run(APPLY)).code).toBe(0)
    const writes = gate.writes()
    expect(writes).toBeGreaterThanOrEqual(5)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const round = kill + 2
      writeRound(round)
      const moment = WRITE_MOMENTS[Math.floor(kill / writes) % WRITE_MOMENTS.length] ?? 'before'
      const killed = await project.killOn(APPLY, act => gate.at(kill % writes, moment, act))
      expect(killed.code).toBeNull()
      gate.at(-1, 'after', () => undefined)
      const again = await project.run(APPLY)
      expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('error')])
      expect((await project.run(['pull', '--check'])).code).toBe(0)
    }
  }, 300_000)
})
