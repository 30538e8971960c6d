import { writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, describe, it } from '@jest/globals'
import { eventually, makeSelfSigned, temporaryDirectory } from '@sluice/testkit'
import { findExecutable, findValkey, keepingNothing, REDIS_RIGHTS, startRedisServer } from '@sluice/testkit/backends'
import { Redis } from 'ioredis'
import { createRedisSignals } from '../src/redis/index.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function start(options: Parameters<typeof startRedisServer>[0]): ReturnType<typeof startRedisServer> {
  const server = await startRedisServer(options)
  ends.push(server.kill)
  return server
}

/** One tells, another one hears: on the same address, or on two of one installation. */
async function expectNotices(told: string, heard = told): Promise<void> {
  const [sender, receiver] = [told, heard].map(url => createRedisSignals({ url, prefix: 'sluice.' }))
  ends.push(async () => Promise.all([sender?.close(), receiver?.close()]))
  const texts: string[] = []
  await eventually(async () => {
    await receiver?.subscribe('changes', { message: text => texts.push(text), gap: () => {} })
    return true
  })
  await eventually(async () => {
    await sender?.publish('changes', 'one')
    return texts.includes('one')
  })
}

const REDIS = 'redis-server'
const redis = await findExecutable(REDIS)
const valkey = await findValkey()
const onRedis = redis ? describe : describe.skip

onRedis('notices go through Redis', () => {
  const server = (lines = keepingNothing, isSentinel = false) => start({ command: redis ?? REDIS, lines, isSentinel })

  it('alone', async () => {
    const { port } = await server()
    await expectNotices(`redis://127.0.0.1:${port}`)
  })

  it('by TLS, where its authority is trusted', async () => {
    const folder = await temporaryDirectory()
    const { cert, key } = makeSelfSigned('127.0.0.1')
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    await writeFile(certFile, cert)
    await writeFile(keyFile, key)
    const tls = [`tls-cert-file ${certFile}`, `tls-key-file ${keyFile}`, 'tls-auth-clients no']
    const { port } = await server(own => ['port 0', `tls-port ${own}`, 'save ""', ...tls])
    const trusted = getCACertificates('default')
    ends.push(async () => setDefaultCACertificates(trusted))
    setDefaultCACertificates([...trusted, cert])
    await expectNotices(`rediss://127.0.0.1:${port}`)
  })

  it('by a user of its own, who may do no more than the page of requirements asks for', async () => {
    const { port } = await server(own => [
      ...keepingNothing(own),
      'user default off',
      `user sluice on >of-the-test ${REDIS_RIGHTS}`,
    ])
    await expectNotices(`redis://sluice:of-the-test@127.0.0.1:${port}`)
  })

  it('in cluster mode, from one node to another', async () => {
    const node = (own: number) => [...keepingNothing(own), 'cluster-enabled yes', 'cluster-config-file nodes.conf']
    const [first, second] = [await server(node), await server(node)]
    const client = new Redis(first.port, '127.0.0.1')
    ends.push(async () => client.disconnect())
    await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await client.call('CLUSTER', 'MEET', '127.0.0.1', String(second.port))
    await eventually(async () => String(await client.call('CLUSTER', 'INFO')).includes('cluster_known_nodes:2'))
    await expectNotices(`redis://127.0.0.1:${first.port}`, `redis://127.0.0.1:${second.port}`)
  })

  it('under Sentinel, by an address that leads to its primary, before and after a failover', async () => {
    const primary = await server()
    await server(own => [...keepingNothing(own), `replicaof 127.0.0.1 ${primary.port}`])
    const sentinel = await server(
      own => [
        `port ${own}`,
        `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
        'sentinel down-after-milliseconds main 500',
        'sentinel failover-timeout main 3000',
      ],
      true,
    )
    const asked = new Redis(sentinel.port, '127.0.0.1')
    ends.push(async () => asked.disconnect())
    const primaryPort = async () => {
      const found = await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main')
      return Number(Array.isArray(found) ? found[1] : 0)
    }
    await eventually(async () => String(await asked.call('SENTINEL', 'REPLICAS', 'main')).includes('replica'))
    const address = await followPrimary(primaryPort)
    await expectNotices(address)
    await primary.kill()
    await eventually(async () => (await primaryPort()) !== primary.port, { what: 'another primary' })
    await expectNotices(address)
  }, 90_000)
})

/** An address that leads to the primary, as a proxy or a name in front of Sentinel is. */
async function followPrimary(primaryPort: () => Promise<number>): Promise<string> {
  const server: Server = createServer(client => {
    client.on('error', () => {})
    const join = (port: number) => {
      const upstream = connect(port, '127.0.0.1')
      upstream.on('error', () => client.destroy())
      upstream.on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
      client.pipe(upstream).pipe(client)
    }
    primaryPort().then(join, () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => server.close())
  const bound = server.address()
  return `redis://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
}

;(valkey ? describe : describe.skip)('notices go through Valkey', () => {
  it('alone', async () => {
    const { port } = await start({ command: valkey ?? '' })
    await expectNotices(`redis://127.0.0.1:${port}`)
  })
})
