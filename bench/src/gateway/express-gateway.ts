import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findFreePorts } from '@sluice/testkit/backends'
import { z } from 'zod'
import { type Candidate, type Place, startProgram } from './candidates.ts'

/** Of 2020, with 700 packages behind it, not all with a clear licence: in a folder of its own, never in our lockfile. */
const PACKAGE = 'express-gateway@1.16.11'
const RESOLVED_BEFORE = '2026-10-01'
const HOME = join(homedir(), '.cache', 'sluice', 'bench', PACKAGE)
const SCRIPT = "require('express-gateway')().load(process.argv[1]).run()"

const credential = z.object({ keyId: z.string(), keySecret: z.string() })

/** With key-auth, its users in its own memory; undefined where npm can't bring it. */
export async function startExpressGateway(place: Place): Promise<Candidate | undefined> {
  if (!(await install())) {
    console.log(`\nexpress-gateway is left out: npm could not install ${PACKAGE}.`)
    return undefined
  }
  const [port = 0, adminPort = 0] = await findFreePorts(2)
  const folder = join(place.folder, 'express-gateway')
  await configure(folder, { port, adminPort, service: place.service })
  const args = ['-e', SCRIPT, folder]
  const program = { name: 'express-gateway', args, port, folder: HOME, ready: /admin http server listening/ }
  const candidate = await startProgram(place, program)
  return { ...candidate, authorization: await issueKey(`http://127.0.0.1:${adminPort}`) }
}

async function install(): Promise<boolean> {
  if (existsSync(join(HOME, 'node_modules', 'express-gateway', 'package.json'))) return true
  await mkdir(HOME, { recursive: true })
  await writeFile(join(HOME, 'package.json'), '{}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', `--before=${RESOLVED_BEFORE}`]
  return spawnSync('npm', ['install', ...options, PACKAGE], { cwd: HOME }).status === 0
}

async function configure(folder: string, at: { port: number; adminPort: number; service: string }): Promise<void> {
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
  await cp(join(HOME, 'node_modules/express-gateway/lib/config/models'), join(folder, 'models'), { recursive: true })
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
