import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { type LocalProcess, startLocalProcess } from '@sluice/testkit/backends'
import { httpClient, ownerClient } from '../http-client.ts'
import { TARGET_SETTINGS } from '../target.ts'
import { expectations } from './conformance-scenarios.ts'
import { provideConformanceSuite, runScenarios, type ScenarioChecks } from './conformance-suite.ts'

const SLUICE = fileURLToPath(new URL('../../../services/standalone/src/testing/conformance-sluice.ts', import.meta.url))
const RUN_MS = 300_000

const suite = await provideConformanceSuite()
const describeWhereSuiteIs = suite === undefined ? describe.skip : describe
if (suite === undefined) process.stderr.write('The MCP conformance suite: NOT RUN, as it could not be installed\n')

const failedIn = (checks: ScenarioChecks) => checks.filter(({ status }) => status === 'FAILURE')
const heldIn = (checks: ScenarioChecks) => checks.filter(({ status }) => status === 'SUCCESS')

function outcomeOf(checks: ScenarioChecks): 'passed' | 'failed' | 'not applicable' {
  if (failedIn(checks).length > 0) return 'failed'
  return heldIn(checks).length > 0 ? 'passed' : 'not applicable'
}

const all = <T extends string>(names: readonly string[], outcome: T) => names.map(name => [name, outcome] as const)

describeWhereSuiteIs('/mcp, by the official conformance suite,', () => {
  let sluice: LocalProcess
  let url = ''
  const lines: string[] = []

  beforeAll(async () => {
    sluice = await startLocalProcess({
      command: process.execPath,
      args: [SLUICE],
      folder: await temporaryDirectory(),
      env: { ...TARGET_SETTINGS, DATA_DIR: await temporaryDirectory(), SLUICE_DEMO: '0', PORT: '0', ADMIN_PORT: '0' },
      ready: /^Ready at (\S+)$/m,
    })
    url = sluice.matched()[1] ?? ''
    const owner = ownerClient({ url, ownerPassword: TARGET_SETTINGS.SLUICE_ADMIN_PASSWORD })
    const permit = (_id: string, predicate: string) =>
      owner.json('POST', '/acl', { _id, roles: ['$unauthenticated'], predicate, priority: 1 })
    await owner.text('PUT', '/planes')
    // One of the prompts that come and go is about webhooks.
    await owner.text('POST', '/plugins/webhooks/enable')
    // The suite sends no credential. What may be read is offered as a resource and by a prompt.
    await permit('anyone-reads', "path-prefix('/planes') and method('GET')")
    await permit('anyone-calls', "path('/mcp') and method('POST')")
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    await eventually(async () => expect(await httpClient(url).status('POST', '/mcp', ping)).not.toBe(401))
  }, 120_000)

  afterAll(async () => {
    await sluice?.terminate()
    process.stderr.write(`The MCP conformance suite:\n${lines.join('')}`)
  })

  describe.each(expectations)('at $revision', expectation => {
    const { revision, option, passed, notApplicable, notOffered, passedUnscored, notScored } = expectation
    let found: ReadonlyMap<string, ScenarioChecks>
    const checksOf = (scenario: string) => found.get(scenario) ?? []

    beforeAll(async () => {
      const folder = await temporaryDirectory()
      found = await runScenarios({ suite: suite ?? '', url: `${url}/mcp`, selection: [option, revision], folder })
      const scored = [...passed, ...notApplicable, ...notOffered]
      const passing = scored.filter(name => outcomeOf(checksOf(name)) === 'passed')
      const checks = scored.flatMap(checksOf)
      lines.push(`  ${revision}: ${passing.length} of ${scored.length} scenarios pass (${notApplicable.length} do not `)
      lines.push(`apply, ${notOffered.length} are of what is not offered); ${heldIn(checks).length} checks hold, `)
      lines.push(`${failedIn(checks).length} fail\n`)
    }, RUN_MS)

    it('runs the scenarios that are known, each of them', () => {
      const known = [...passed, ...notApplicable, ...notOffered, ...passedUnscored, ...notScored]
      expect([...found.keys()].toSorted()).toEqual(known.toSorted())
    })

    it('holds every check of what is offered', () => {
      const failed = [...passed, ...notApplicable, ...passedUnscored].flatMap(name =>
        failedIn(checksOf(name)).map(({ id, errorMessage }) => `${name}: ${id}: ${errorMessage}`),
      )
      expect(failed).toEqual([])
    })

    it('comes out as is listed: what begins to pass has to be listed so', () => {
      const outcomes = [...found].map(([name, checks]) => [name, outcomeOf(checks)] as const)
      const known = [
        ...all([...passed, ...passedUnscored], 'passed'),
        ...all(notApplicable, 'not applicable'),
        ...all(notOffered, 'failed'),
      ]
      const isScored = ([name]: readonly [string, string]) => !notScored.includes(name)
      expect(Object.fromEntries(outcomes.filter(isScored))).toEqual(Object.fromEntries(known))
    })

    it('leaves no check open but those that are known', () => {
      const open = passed.flatMap(name =>
        checksOf(name)
          .filter(({ status }) => status !== 'SUCCESS' && status !== 'FAILURE')
          .map(({ id, status }) => `${name}: ${id} ${status}`),
      )
      expect(open.toSorted()).toEqual([...expectation.undecided].toSorted())
    })
  })
})
