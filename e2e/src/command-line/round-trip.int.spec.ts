import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { environment } from '@sluice/testkit/backends'
import fc from 'fast-check'
import { ownerClient } from '../http-client.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { type RandomDefinition, randomDefinitions } from './random-definitions.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'

const CASES = environment().SLUICE_NIGHTLY === '1' ? 30 : 6

describe('random definitions', () => {
  let program: string
  let source: SluiceTarget
  let destination: SluiceTarget
  let ofSource: SluiceCommand
  let definitions = 0
  let cases = 0

  const owner = () => ownerClient({ url: source.urls[0], ownerPassword: source.ownerPassword })

  beforeAll(async () => {
    program = await buildCommandLine()
    source = await openStandaloneTarget()
    destination = await openStandaloneTarget()
    ofSource = await openProject(program, source)
    const rest = { 'service.json': { plugins: { 'api-keys': 'enabled', webhooks: 'enabled' } } }
    ofSource.write(rest)
    expect((await ofSource.run(['apply', '--yes'])).code).toBe(0)
  }, 120_000)
  afterAll(async () => {
    process.stderr.write(`Round trips: ${cases} cases with ${definitions} definitions\n`)
    await source?.stop()
    await destination?.stop()
  })

  async function succeed(project: SluiceCommand, ...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await project.run(words)
    expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' })
    return stdout
  }

  /** Makes the source have these, without those of the case before. */
  async function save(wanted: readonly RandomDefinition[], before: readonly string[]): Promise<string[]> {
    for (const path of before) await owner().status('DELETE', path)
    const saved: string[] = []
    for (const { method, path, body } of wanted) {
      if ((await owner().status(method, path, body)) >= 300) continue
      definitions += 1
      if (path.startsWith('/webhooks/')) saved.push(path)
      else if (path === '/acl' || path === '/gql-apps') saved.push(`${path}/${encodeURIComponent(String(body._id))}`)
    }
    return saved
  }

  /** Gives a value to each secret that the files refer to. */
  function secretsOf(project: SluiceCommand, files: Readonly<Record<string, string>>): string {
    const names = Object.values(files).flatMap(text => [...text.matchAll(/(?<!\$)\$\{secret:([A-Z0-9_]+)\}/g)])
    const file = join(project.folder, 'secrets.env')
    writeFileSync(file, names.map(([, name]) => `SLUICE_SECRET_${name}=value\n`).join(''), { mode: 0o600 })
    return file
  }

  it(`are pulled, applied to another server and pulled there as the same bytes, in ${CASES} cases`, async () => {
    let saved: string[] = []
    const check = async (wanted: readonly RandomDefinition[]): Promise<void> => {
      cases += 1
      saved = await save(wanted, saved)
      await succeed(ofSource, 'pull', '--only', 'apps,permissions,webhooks,collections,service')
      const files = await ofSource.files()
      await succeed(ofSource, 'pull', '--check')
      await succeed(ofSource, 'fmt', '--check')
      const there = await openProject(program, destination, ofSource.folder)
      const secrets = ['--secrets', secretsOf(there, files), '--secrets-out', join(there.folder, 'made.env')]
      await succeed(there, 'apply', '--yes', '--prune', '--allow-deletes', '1000', ...secrets)
      await succeed(there, 'pull')
      expect(await there.files()).toEqual(files)
      expect(await succeed(there, 'apply', '--yes')).toContain('Nothing to do.')
    }
    await fc.assert(fc.asyncProperty(randomDefinitions, check), { numRuns: CASES, endOnFailure: true })
    expect(definitions).toBeGreaterThan(CASES * 4)
  }, 900_000)
})
