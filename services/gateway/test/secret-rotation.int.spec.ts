import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  clusterTrustSettings,
  createServiceApp,
  currentKeys,
  grantKeys,
  ok,
  type Route,
  readLiveConfig,
  secret,
  watchedFilesPart,
} from '@sluice/service-kit'
import { createSignedClient, eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const OLD = 'old-secret-of-the-test-which-is-long-enough'
const NEW = 'new-secret-of-the-test-which-is-long-enough'
const STEPS = [`${OLD},${NEW}`, `${NEW},${OLD}`, NEW]
const CLIENTS = 4
const BETWEEN = 20

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A process with a file of its own for the secret. */
async function openProcess({ directory, logger }: TestPlatform, name: string) {
  const path = join(directory, `${name}-secrets`)
  await writeFile(path, OLD)
  const loaded = readLiveConfig(clusterTrustSettings, { INTERNAL_SECRETS_FILE: path })
  if (loaded.kind === 'faulty') throw new RangeError('The file of the test is wrong.')
  const part = watchedFilesPart({ watched: [loaded.live], logger, everyMs: 5 })
  await part.start()
  const internalSecrets = () => loaded.live.current().INTERNAL_SECRETS
  const put = async (text: string) => {
    await writeFile(`${path}.next`, text)
    await rename(`${path}.next`, path)
  }
  return {
    internalSecrets,
    put,
    async replace(text: string) {
      await put(text)
      await eventually(
        () =>
          internalSecrets()
            .map(item => item.reveal())
            .join() === text,
      )
    },
    stop: () => part.stop(0),
  }
}

const about = { id: 'test', tag: 'description' as const, summary: 'Answers', answers: { 200: 'That it did' } }
const routes: Route[] = [['GET', '/*rest', { ...about, handle: async () => ok({ isHere: true }) }]]

/** A gateway and the service `data`, which read the secret between them from a file each. */
async function openRotation() {
  const platform = await openTestPlatform()
  const processes = { gateway: await openProcess(platform, 'gateway'), service: await openProcess(platform, 'service') }
  const { changes, logger, directory } = platform
  const keys = currentKeys(processes.service.internalSecrets, secrets => grantKeys(secrets, 'data'))
  const data = createServiceApp({ name: 'data', routes, changes, logger, grantKeys: keys })
  const gateway = await startGateway({
    platform: { ...platform, internalSecrets: processes.gateway.internalSecrets },
    handlers: { data },
  })
  ends.push(async () => {
    await Promise.all(Object.values(processes).map(one => one.stop()))
    await gateway.stop()
  })
  const address = { socketPath: join(directory, 'data.sock') }
  return {
    processes,
    gateway,
    /** What the service says to a grant that this secret has signed. */
    async statusFor(text: string) {
      const secrets = [secret(text)]
      const signer = { ...platform, internalSecrets: () => secrets }
      const client = createSignedClient({ platform: signer, upstream: 'data', address, isUndescribed: true })
      return (await client.request('GET', '/x')).status
    },
    logged: () => readFile(join(directory, 'test.log'), 'utf8'),
  }
}

/** Requests one after the other, by several clients at once. */
function startTraffic(gateway: RunningGateway) {
  const statuses: number[] = []
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const { status } = await gateway.call('GET /orders', { headers: basic('admin', "admin's password") })
      statuses.push(status)
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  const end = async () => {
    isOver = true
    await Promise.all(clients)
    return new Set(statuses)
  }
  ends.push(end)
  return {
    end,
    async flows() {
      const enough = statuses.length + BETWEEN
      await eventually(() => statuses.length >= enough)
    },
  }
}

describe('the secret between the gateway and a service', () => {
  it.each([
    ['the gateway reads each step first', ['gateway', 'service']],
    ['the service reads each step first', ['service', 'gateway']],
  ] as const)('is exchanged without a restart and without a refused request: %s', async (_, order) => {
    const rotation = await openRotation()
    const traffic = startTraffic(rotation.gateway)
    await traffic.flows()
    for (const step of STEPS) {
      for (const name of order) {
        await rotation.processes[name].replace(step)
        await traffic.flows()
      }
    }
    expect(await traffic.end()).toEqual(new Set([200]))
    expect([await rotation.statusFor(NEW), await rotation.statusFor(OLD)]).toEqual([200, 403])
    const logged = await rotation.logged()
    expect(logged.match(/"setting":"INTERNAL_SECRETS".*"setting.replaced"/g)).toHaveLength(2 * STEPS.length)
    for (const text of [OLD, NEW]) expect(logged).not.toContain(text)
  })

  it('stays what it is while a file is wrong, which the log says without what stands in it', async () => {
    const rotation = await openRotation()
    const traffic = startTraffic(rotation.gateway)
    for (const name of ['gateway', 'service'] as const) await rotation.processes[name].put('too-short-a-secret')
    await eventually(async () => (await rotation.logged()).match(/setting\.not-replaced/g)?.length === 2)
    await traffic.flows()
    expect(await traffic.end()).toEqual(new Set([200]))
    expect(await rotation.statusFor(OLD)).toBe(200)
    const logged = await rotation.logged()
    for (const text of [OLD, 'too-short-a-secret']) expect(logged).not.toContain(text)
  })
})
