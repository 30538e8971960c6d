import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSluice } from '@sluice/sdk'
import { temporaryDirectory } from '@sluice/testkit'
import { type SluiceProcess, startSluice } from '../standalone/sluice-process.ts'

const ROOT = new URL('../../../', import.meta.url)
const PAGES = ['packages/sdk/README.md', 'docs/how-to/use-the-sdk.md']
const PRINTING_BLOCK = /^```ts\n(.*?)^```\n\n```text\n(.*?)^```/gms
const PASSWORD = 'a password of admin'

const examples = PAGES.flatMap(page =>
  [...readFileSync(new URL(page, ROOT), 'utf8').matchAll(PRINTING_BLOCK)].map(({ 1: code = '', 2: printed = '' }) => ({
    page,
    code,
    printed,
    first: code.split('\n').at(-2) ?? '',
  })),
)

describe('the examples of the SDK, on a standalone with the demo', () => {
  let sluice: SluiceProcess
  let key: string
  /** A project that has the SDK, for what the examples write. */
  let folder: string

  beforeAll(async () => {
    folder = await temporaryDirectory()
    await symlink(new URL('node_modules', ROOT), join(folder, 'node_modules'))
    sluice = await startSluice({ DATA_DIR: await temporaryDirectory(), SLUICE_ADMIN_PASSWORD: PASSWORD })
    const owner = createSluice({ url: sluice.url, user: 'admin', password: PASSWORD })
    await owner.users.patch('amelia', { password: PASSWORD })
    const amelia = createSluice({ url: sluice.url, user: 'amelia', password: PASSWORD })
    key = (await amelia.keys.issue({ name: 'README', roles: ['flight-reader'] })).key
  }, 240_000)
  afterAll(() => sluice.interrupt())

  it('are there', () => {
    expect(new Set(examples.map(({ page }) => page))).toEqual(new Set(PAGES))
  })

  it.each(examples)('in $page prints what it says: $first', async ({ code, printed }) => {
    const program = code.replaceAll('http://127.0.0.1:8080', sluice.url)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module-typescript', '--no-warnings', '--eval', program],
      {
        cwd: folder,
        env: { SLUICE_KEY: key, SLUICE_PASSWORD: PASSWORD },
      },
    )
    expect(stdout).toBe(printed)
  })

  it('leave a document that the demo has written without a version to one writer at a time', async () => {
    const owner = createSluice({ url: sluice.url, user: 'admin', password: PASSWORD })
    const routes = owner.collection<{ flights: number }>('routes')
    const route = await routes.first({ filter: { _etag: { $exists: false } } })
    if (route === undefined) throw new TypeError('no route without a version')
    const raise = () => routes.update(route._id, ({ flights }) => ({ flights: flights + 1 }))
    await Promise.all([raise(), raise(), raise()])
    const { document, etag } = await routes.get(route._id)
    expect([document.flights, etag]).toEqual([route.flights + 3, `"${document._etag?.$oid}"`])
    await expect(routes.patch(route._id, { flights: 0 }, { ifMatch: '"none"' })).rejects.toMatchObject({ status: 412 })
  })
})
