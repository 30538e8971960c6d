import { spawn } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { type HttpClient, httpClient, ownerClient, userClient } from '../http-client.ts'
import { BOATS, INES, OLD_USERS, openOldService } from './old-service.ts'
import { type SluiceProcess, startSluice } from './sluice-process.ts'

const PAGE = new URL('../../../docs/how-to/move-from-restheart.md', import.meta.url)
const PASSWORD = 'a password for this test'

/** The commands of the page, one after the other, each as it stands there. */
const commandsOf = (page: string): string =>
  [...page.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)]
    .map(([, indent = '', commands = '']) => commands.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .join('\n')

describe('the page on moving from RESTHeart, followed with a service of 3 apps, 20 permissions and 10 collections', () => {
  let old: Awaited<ReturnType<typeof openOldService>>
  let sluice: SluiceProcess
  let printed = ''
  const owner = (): HttpClient => ownerClient({ url: sluice.url, ownerPassword: PASSWORD })

  beforeAll(async () => {
    old = await openOldService()
    sluice = await startSluice({
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: '0',
      SLUICE_ADMIN_PASSWORD: PASSWORD,
      DEFAULT_DATABASE: 'restheart',
    })
    printed = await follow(await readFile(PAGE, 'utf8'))
  }, 240_000)
  afterAll(async () => {
    old.close()
    await sluice.interrupt()
  })

  /** @returns what the commands printed; a command that fails ends them */
  async function follow(page: string): Promise<string> {
    const folder = await temporaryDirectory()
    // There is no MongoDB behind the made-up service.
    await writeFile(join(folder, 'mongoexport'), `#!/bin/sh\ncat <<'END'\n${JSON.stringify(OLD_USERS)}\nEND\n`)
    await chmod(join(folder, 'mongoexport'), 0o755)
    const env = {
      PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`,
      OLD: old.url,
      OLD_OWNER: 'admin:secret',
      OLD_MONGODB_URI: 'mongodb://old',
      NEW: sluice.url,
      PASSWORD,
    }
    const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', commandsOf(page)], { cwd: folder, env })
    const [said, complained] = await Promise.all([text(shell.stdout), text(shell.stderr)])
    expect(complained).toBe('')
    return said
  }

  it('is told of everything beforehand, and nothing is refused', () => {
    expect(printed).toContain('{ taken: 36, warned: 1, refused: 0 }')
    expect(printed).toMatch(/"id":"names-for-all","verdict":"warned".*mongo\.projectResponse/)
  })

  it('has all of its parts, and an owner who is the new one', async () => {
    const count = async (path: string) => (await owner().json<{ _size: number }>('GET', `${path}/_size`))._size
    expect([await count('/gql-apps'), await count('/acl'), await count('/users')]).toEqual([3, 20, 2])
    expect(await owner().json<object[]>('GET', '/')).toHaveLength(10)
    expect(await count('/boats')).toBe(BOATS)
    expect(await owner().json('GET', '/invoices/i1')).toMatchObject({ amount: { $numberLong: '9007199254740993' } })
  })

  it('lets its users in by their old passwords, and as far as before', async () => {
    const ines = userClient(sluice.url, INES)
    expect(await ines.json<object[]>('GET', '/boats?pagesize=1')).toHaveLength(1)
    expect(await ines.status('POST', '/boats', { _id: 'x' })).toBe(403)
    expect(await httpClient(sluice.url).json('GET', '/members')).toEqual([{ _id: 'ada@example.org', name: 'Ada' }])
    expect(await httpClient(sluice.url).status('GET', '/boats')).toBe(401)
  })

  it('answers by its apps', async () => {
    const ines = userClient(sluice.url, INES)
    const ask = (app: string, query: string) => ines.json('POST', `/graphql/${app}`, { query })
    expect(await ask('fleet', '{ boats(sort: -1, limit: 1) { _id } }')).toEqual({
      data: { boats: [{ _id: `boat-${BOATS - 1}` }] },
    })
    expect(await ask('racing', '{ races { results { place } } }')).toEqual({
      data: { races: [{ results: [{ place: 1 }, { place: 2 }] }] },
    })
  })

  it('comes to the same when it is brought in again', async () => {
    expect(await follow(await readFile(PAGE, 'utf8'))).toContain('{ taken: 36, warned: 1, refused: 0 }')
    expect((await owner().json<{ _size: number }>('GET', '/boats/_size'))._size).toBe(BOATS)
  }, 120_000)
})
