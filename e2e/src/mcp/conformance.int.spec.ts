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

  describe.each(expectations)('at $revision', ({ revision, option, passed, notOffered, notScored, undecided }) => {
    let found: ReadonlyMap<string, ScenarioChecks>
    const checksOf = (scenarios: readonly string[]) => scenarios.flatMap(name => found.get(name) ?? [])

    beforeAll(async () => {
      const folder = await temporaryDirectory()
      found = await runScenarios({ suite: suite ?? '', url: `${url}/mcp`, selection: [option, revision], folder })
      const scored = [...passed, ...notOffered]
      const scenarios = scored.filter(name => found.has(name) && failedIn(found.get(name) ?? []).length === 0)
      const checks = checksOf(scored)
      lines.push(`  ${revision}: ${scenarios.length} of ${scored.length} scenarios pass, `)
      lines.push(`${heldIn(checks).length} checks hold and ${failedIn(checks).length} fail\n`)
    }, RUN_MS)

    it('runs the scenarios that are known, each of them', () => {
      expect([...found.keys()].toSorted()).toEqual([...passed, ...notOffered, ...notScored].toSorted())
    })

    it('passes every scenario of what is offered', () => {
      const failed = [...found].filter(([name]) => passed.includes(name))
      const told = failed.flatMap(([name, checks]) =>
        failedIn(checks).map(({ id, errorMessage }) => `${name}: ${id}: ${errorMessage}`),
      )
      expect(told).toEqual([])
    })

    it('leaves no check of them open but those that are known', () => {
      const open = passed.flatMap(name =>
        (found.get(name) ?? [])
          .filter(({ status }) => status !== 'SUCCESS' && status !== 'FAILURE')
          .map(({ id, status }) => `${name}: ${id} ${status}`),
      )
      expect(open.toSorted()).toEqual([...undecided].toSorted())
    })

    it('fails what it does not offer: whatever begins to pass is to be listed so', () => {
      const passing = notOffered.filter(name => failedIn(found.get(name) ?? []).length === 0)
      expect(passing).toEqual([])
    })
  })
})
