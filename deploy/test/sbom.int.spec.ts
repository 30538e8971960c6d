import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { PERMISSIVE } from './permissive-licences.ts'
import { shippedPackages } from './shipped-packages.ts'

const run = promisify(execFile)
const DOCKERFILE = 'deploy/docker/Dockerfile'
const component = z.object({
  'bom-ref': z.string(),
  purl: z.string(),
  hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
  licenses: z
    .array(z.union([z.object({ license: z.object({ id: z.string() }) }), z.object({ expression: z.string() })]))
    .default([]),
})
const bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), type: z.string(), version: z.string() }) }),
  components: z.array(component),
})
const OURS = /^@sluice\//

/** The command of the image's build, as it stands there. */
function commandOfBuild(): string {
  const [, command = ''] = /^RUN (npm sbom [^>]*)> \/sbom\.cdx\.json$/m.exec(readFileSync(DOCKERFILE, 'utf8')) ?? []
  return command
}

describe('the list of what the image is made of', () => {
  let listed: z.infer<typeof bom>
  beforeAll(async () => {
    // Nothing is asked of a registry: the lock says it all.
    const offline = { env: { ...process.env, npm_config_offline: 'true' }, maxBuffer: 2 ** 26 }
    const { stdout } = await run('bash', ['-c', commandOfBuild()], offline)
    listed = bom.parse(JSON.parse(stdout))
  }, 60_000)

  const others = () => listed.components.filter(({ 'bom-ref': id }) => !OURS.test(id))

  it('is of Sluice', () => {
    expect(listed.metadata.component).toMatchObject({ name: 'sluice', type: 'application' })
  })

  it('names every package that a service or the command line needs, and no other', () => {
    const shipped = shippedPackages()
    expect(shipped.length).toBeGreaterThan(100)
    expect(
      others()
        .map(({ 'bom-ref': id }) => id)
        .sort(),
    ).toEqual(shipped.sort())
  })

  it('names each with its checksum, and how it is found in databases of faults', () => {
    const bare = others().filter(({ hashes, purl }) => hashes.length === 0 || !purl.startsWith('pkg:npm/'))
    expect(bare.map(({ 'bom-ref': id }) => id)).toEqual([])
  })

  it('names each with a permissive licence', () => {
    const licenceOf = ([said]: z.infer<typeof component>['licenses']) =>
      (said && ('license' in said ? said.license.id : said.expression)) ?? 'none'
    const told = others().map(({ 'bom-ref': id, licenses }) => ({ id, licence: licenceOf(licenses) }))
    expect(told.filter(({ licence }) => !PERMISSIVE.has(licence))).toEqual([])
  })
})
