import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePorts } from '@sluice/testkit/backends'
import { z } from 'zod'
import { installPeer } from '../install-peer.ts'
import { type CandidatePlace, type ProxyCandidate, startProgram } from './candidates.ts'

/**
 * The release is of 2020 and brings 700 packages, not all with a clear licence: it gets a folder of its own, never our
 * lockfile.
 */
const PACKAGE = 'express-gateway@1.16.11'
const SCRIPT = "require('express-gateway')().load(process.argv[1]).run()"

const credential = z.object({ keyId: z.string(), keySecret: z.string() })

/** With key-auth, its users in its own memory; undefined where npm can't bring it. */
export async function startExpressGateway(place: CandidatePlace): Promise<ProxyCandidate | undefined> {
  const home = await installPeer(PACKAGE)
  if (!home) return undefined
  const [port = 0, adminPort = 0] = await findFreePorts(2)
  const folder = join(place.folder, 'express-gateway')
  await configure({ home, folder }, { port, adminPort, service: place.service })
  const args = ['-e', SCRIPT, folder]
  const program = { name: 'express-gateway', args, port, folder: home, ready: /admin http server listening/ }
  const candidate = await startProgram(place, program)
  // With large bodies it answers 502 now and then, as it uses connections that its service has closed.
  const authorization = await issueKey(`http://127.0.0.1:${adminPort}`)
  return { ...candidate, authorization, toleratedShare: 0.01 }
}

type Folders = { home: string; folder: string }
type ProxyPorts = { port: number; adminPort: number; service: string }

async function configure({ home, folder }: Folders, at: ProxyPorts): Promise<void> {
  const host = '127.0.0.1'
  const gateway = {
    http: { port: at.port, hostname: host },
    admin: { port: at.adminPort, host },
    apiEndpoints: { all: { host: '*', paths: '/*' } },
    serviceEndpoints: { service: { url: at.service } },
    policies: ['key-auth', 'proxy'],
    pipelines: {
      all: {
        apiEndpoints: ['all'],
        policies: [{ 'key-auth': null }, { proxy: [{ action: { serviceEndpoint: 'service' } }] }],
      },
    },
  }
  const system = {
    db: { redis: { emulate: true, namespace: 'EG' } },
    crypto: { cipherKey: 'of the benchmark', algorithm: 'aes256', saltRounds: 10 },
    session: { secret: 'of the benchmark', resave: false, saveUninitialized: false },
    accessTokens: { timeToExpiry: 7_200_000 },
    refreshTokens: { timeToExpiry: 7_200_000 },
    authorizationCodes: { timeToExpiry: 300_000 },
  }
  await cp(join(home, 'node_modules/express-gateway/lib/config/models'), join(folder, 'models'), { recursive: true })
  await writeFile(join(folder, 'gateway.config.json'), JSON.stringify(gateway))
  await writeFile(join(folder, 'system.config.json'), JSON.stringify(system))
}

async function issueKey(adminUrl: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(adminUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }).then(answer => answer.json())
  await post('/users', { username: 'ann', firstname: 'Ann', lastname: 'Bench' })
  const issued = await post('/credentials', { consumerId: 'ann', type: 'key-auth', credential: {} })
  const { keyId, keySecret } = credential.parse(issued)
  return `apiKey ${keyId}:${keySecret}`
}
