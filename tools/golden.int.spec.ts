import { execFile } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { auditAction, changeTopic, upstreamName } from '@sluice/contracts'
import { temporaryDirectory } from '@sluice/testkit'
import { goldenVersions, isReleased } from '@sluice/testkit/golden'
import { z } from 'zod'

const run = promisify(execFile)
const documents = z.record(z.string(), z.array(z.looseObject({})))
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** @returns the folder into which it was written */
async function writeGolden(to?: string): Promise<string> {
  const directory = to ?? (await temporaryDirectory())
  await run(process.execPath, ['tools/write-golden.ts', '--to', directory])
  const folder = join(directory, version)
  written.add(folder)
  return folder
}

const written = new Set<string>()
/** What clients hold is among them, which no test leaves behind. */
afterAll(() => {
  for (const folder of written) rmSync(folder, { recursive: true, force: true })
})

/** Every name that a service or the change log gives a collection; what has one for each day or hour by its beginning. */
function collectionsInSources(): string[] {
  const files = globSync('{services,packages/{contracts,change-log,access,service-kit}}/**/src/**/*.ts').filter(
    file => !/\.spec\.ts$|\/(testing|demo|node_modules)\//.test(file),
  )
  const named = /\bcollection: '([\w-]+)'|_COLLECTION = '([\w-]+)'|\bnamed\('(\w+)'\)/g
  const found = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(named)].map(match => match.slice(1).join('')),
  )
  return [...new Set(found)].sort()
}

describe('writing golden files', () => {
  let folder: string
  let stored: z.infer<typeof documents>
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  beforeAll(async () => {
    folder = await writeGolden()
    stored = documents.parse(readJson('documents.json'))
  }, 60_000)

  it('leaves out no collection that Sluice names', () => {
    const names = collectionsInSources()
    expect(names.length).toBeGreaterThan(25)
    const covered = Object.keys(stored).map(name => name.replace(/\d{8,10}$/, ''))
    // Properties of what is no collection have a place among those of collections.
    covered.push(...(stored._collections ?? []).map(({ _id }) => String(_id)))
    expect(names.filter(name => !covered.includes(name))).toEqual([])
  })

  it('leaves out no kind of what is stored or sent', () => {
    const seen = (collection: string, field: string) => new Set(stored[collection]?.map(document => document[field]))
    expect([...seen('_changeCounters', '_id')].sort()).toEqual(changeTopic.options.toSorted())
    expect([...seen('auditTrail', 'action')].sort()).toEqual(auditAction.options.toSorted())
    expect([...seen('webhooks', 'type')].sort()).toEqual(['email', 'http'])
    const notices = z.array(z.object({ topic: z.string() })).parse(readJson('notices.json'))
    expect([...new Set(notices.map(({ topic }) => topic))].sort()).toEqual(changeTopic.options.toSorted())
    const headers = z.object({ grants: z.object({}).loose() }).parse(readJson('headers.json'))
    expect(Object.keys(headers.grants).sort()).toEqual(upstreamName.options.toSorted())
  })

  it('comes out the same each time', async () => {
    await run('diff', ['--recursive', folder, await writeGolden()])
  })

  it('never touches what is there', async () => {
    const refused = writeGolden(join(folder, '..'))
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('stays as it is') })
  })
})

it('has been done for a version at least', () => {
  expect(goldenVersions().filter(isReleased)).not.toEqual([])
})
