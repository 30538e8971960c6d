import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import { ownerClient } from '../http-client.ts'
import { runSluice, type SluiceProcess, startSluice } from './sluice-process.ts'

describe('a start that can not succeed', () => {
  it('names every fault of the configuration at once, and shows no secret', async () => {
    const { code, printed } = await runSluice({
      PORT: 'eighty',
      KEYS_MAX_PER_USER: '0',
      SLUICE_ADMIN_PASSWORD: 'short',
    })
    expect(code).toBe(1)
    for (const name of ['PORT', 'SLUICE_ADMIN_PASSWORD']) expect(printed).toContain(name)
    expect(printed).toContain('KEYS_MAX_PER_USER "0": must be a whole number from 1 to 1000')
    expect(printed).not.toContain('short')
  }, 30_000)

  it('says that a port is taken and what to do', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, printed } = await runSluice({
      DATA_DIR: await temporaryDirectory(),
      SLUICE_DEMO: '0',
      PORT: String(port),
    })
    taken.close()
    expect(code).toBe(1)
    expect(printed).toContain(`Sluice can not start: 127.0.0.1:${port} is in use`)
    // The owner was made before: a password that is never shown would lock everybody out.
    expect(printed).toMatch(/user admin, password \S+/)
  }, 30_000)

  it('says that the data directory can not be written', async () => {
    const file = join(await temporaryDirectory(), 'file')
    await writeFile(file, 'not a folder')
    const { code, printed } = await runSluice({ DATA_DIR: file })
    expect(code).toBe(1)
    expect(printed).toContain('DATA_DIR')
    expect(printed).not.toContain('    at ')
  }, 30_000)
})

describe('a running Sluice', () => {
  let directory: string
  let sluice: SluiceProcess

  beforeAll(async () => {
    directory = await temporaryDirectory()
    sluice = await startSluice({ DATA_DIR: directory, SLUICE_DEMO: '0' })
  }, 60_000)
  afterAll(() => sluice.kill())

  it('lets no second one into its data directory', async () => {
    const { code, printed } = await runSluice({ DATA_DIR: directory, SLUICE_DEMO: '0' })
    expect(code).toBe(1)
    expect(printed).toContain(directory)
    expect(printed).toMatch(/running|in use/)
  }, 30_000)

  it('is alive and ready, and shows its metrics, on the admin port alone', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await fetch(sluice.adminUrl + path)).status).toBe(200)
      expect((await fetch(sluice.url + path)).status).toBe(401)
    }
  })

  it('starts empty when no demo is wanted', async () => {
    expect(await ownerClient(sluice).json('GET', '/gql-apps')).toEqual([])
  })

  it('has a demo whose receiver takes no port that was given to something else', async () => {
    const [port = 0] = await findFreePorts(1)
    const demo = await startSluice({ DATA_DIR: await temporaryDirectory(), PORT: `${port}`, ADMIN_PORT: `${port + 1}` })
    expect([demo.url, demo.adminUrl]).toEqual([`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`])
    expect(demo.walk().join()).not.toContain(`:${port + 1}`)
    await demo.kill()
  }, 60_000)

  it('stops cleanly on Ctrl-C, and the next start finds everything', async () => {
    const { ownerPassword } = sluice
    await ownerClient(sluice).json('PUT', '/things')
    await ownerClient(sluice).json('POST', '/things', { _id: 'kept' })
    expect(await sluice.interrupt()).toBe(0)
    sluice = await startSluice({ DATA_DIR: directory, SLUICE_DEMO: '0' })
    const owner = ownerClient({ url: sluice.url, ownerPassword })
    expect(await owner.json('GET', '/things/kept')).toMatchObject({ _id: 'kept' })
  }, 30_000)
})
