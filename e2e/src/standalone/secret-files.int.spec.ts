import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { httpClient, ownerClient } from '../http-client.ts'
import { runSluice, type SluiceProcess, startSluice } from './sluice-process.ts'

const PASSWORDS = ['a password for this test', 'another password for this test'] as const
const SECRETS = ['old-secret-of-the-test-which-is-long-enough', 'new-secret-of-the-test-which-is-long-enough'] as const

/** A Sluice with its secrets in files, which are replaced while it runs. */
describe('secrets in files', () => {
  let folder: string
  let sluice: SluiceProcess

  const put = async (name: string, text: string) => {
    await writeFile(join(folder, `${name}.next`), `${text}\n`)
    await rename(join(folder, `${name}.next`), join(folder, name))
  }
  const fileOf = (name: string) => ({ [`${name}_FILE`]: join(folder, name) })
  const status = (ownerPassword: string) => ownerClient({ url: sluice.url, ownerPassword }).status('GET', '/whoami')

  beforeAll(async () => {
    folder = await temporaryDirectory()
    await put('INTERNAL_SECRETS', SECRETS[0])
    await put('SLUICE_ADMIN_PASSWORD', PASSWORDS[0])
    sluice = await startSluice({
      SLUICE_DEMO: '0',
      DATA_DIR: await temporaryDirectory(),
      ...fileOf('INTERNAL_SECRETS'),
      ...fileOf('SLUICE_ADMIN_PASSWORD'),
    })
  }, 120_000)
  afterAll(() => sluice?.interrupt())

  it('bring another password of the owner, and end the one before with its sessions', async () => {
    const owner = ownerClient({ url: sluice.url, ownerPassword: PASSWORDS[0] })
    const session = await owner.json<{ access_token: string }>('POST', '/token')
    const ofSession = httpClient(sluice.url, `Bearer ${session.access_token}`)
    expect(await ofSession.status('GET', '/whoami')).toBe(200)
    await put('SLUICE_ADMIN_PASSWORD', PASSWORDS[1])
    // A guess at each look would be one too many.
    await eventually(() => sluice.logged().includes('owner-password.replaced'))
    await eventually(async () => (await ofSession.status('GET', '/whoami')) === 401, { timeoutMs: 1_000 })
    expect([await status(PASSWORDS[0]), await status(PASSWORDS[1])]).toEqual([401, 200])
  })

  it('bring another secret between the services, and requests are answered as before', async () => {
    await put('INTERNAL_SECRETS', SECRETS[1])
    await eventually(() => /"INTERNAL_SECRETS","msg":"setting.replaced"/.test(sluice.logged()))
    const owner = ownerClient({ url: sluice.url, ownerPassword: PASSWORDS[1] })
    expect(await owner.status('PUT', '/orders')).toBe(201)
    expect(await owner.status('GET', '/orders')).toBe(200)
  })

  it('stand in nothing that it prints', () => {
    const printed = sluice.printed() + sluice.logged()
    for (const text of [...PASSWORDS, ...SECRETS]) expect(printed).not.toContain(text)
  })

  it('that can not be read are all named when it does not start', async () => {
    const nowhere = { INTERNAL_SECRETS_FILE: '/nowhere/a', SLUICE_ADMIN_PASSWORD_FILE: '/nowhere/b' }
    const { code, printed } = await runSluice({ ...nowhere, DATA_DIR: folder, SLUICE_DEMO: '0' })
    expect(code).toBe(1)
    for (const name of Object.keys(nowhere)) expect(printed).toContain(`${name} can not be read: ENOENT`)
  })
})
