import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpClient, ownerClient, type SluiceProcess, startSluice, userClient } from '@sluice/e2e'
import { BSON } from 'mongodb'
import { Pool } from 'undici'
import { PROFILED } from './cpu/record-profile.ts'
import type { HttpCandidate } from './http-candidate.ts'

export const ONE_PROCESS = 'one process'
/** The same process, asked with a password instead of a key. */
const BY_PASSWORD = 'one process by password'

const CONNECTIONS = 16
const OTHERS = 49
const ANN = { name: 'ann', password: randomBytes(16).toString('hex') }

type OneProcess = { documents: readonly { _id: string }[]; cores: string }

/** A process with its embedded store, in which nobody wants events, and somebody with a key of the role `reader`. */
export type BenchProcess = {
  sluice: SluiceProcess
  owner: HttpClient
  /** @returns the process as a candidate of a benchmark, asked with a header `Authorization`; somebody else stops it */
  candidate(name: string, authorization?: string): HttpCandidate
  stop(): Promise<void>
}

/** @param furnish makes whatever the reader may ask for @param cores for the process; empty pins nothing */
export async function startBenchProcess(
  { cores, settings = {} }: { cores: string; settings?: Readonly<Record<string, string>> },
  furnish: (owner: HttpClient) => Promise<void>,
): Promise<BenchProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const ownerPassword = randomBytes(16).toString('hex')
  const options = [PROFILED, settings.NODE_OPTIONS].filter(Boolean).join(' ')
  const common = { DATA_DIR: folder, LOG_LEVEL: 'warn', SLUICE_DEMO: '0', SLUICE_ADMIN_PASSWORD: ownerPassword }
  const sluice = await startSluice({ ...common, ...settings, NODE_OPTIONS: options }, { cores })
  const owner = ownerClient({ url: sluice.url, ownerPassword })
  await addReader(owner)
  await furnish(owner)
  const { key } = await userClient(sluice.url, ANN).json<{ key: string }>('POST', '/keys', KEY)
  const pool = new Pool(sluice.url, { connections: CONNECTIONS })
  return {
    sluice,
    owner,
    candidate: (name, authorization = `Bearer ${key}`) => ({
      name,
      pool,
      headers: () => ({ authorization, 'content-type': 'application/json' }),
      processes: [{ label: ONE_PROCESS, pid: sluice.pid }],
      async stop() {},
    }),
    async stop() {
      await pool.close()
      await sluice.interrupt()
      await rm(folder, { recursive: true })
    },
  }
}

async function addReader(owner: HttpClient): Promise<void> {
  for (const step of ['install', 'enable']) await owner.json('POST', `/plugins/api-keys/${step}`)
  const issue = { _id: 'issue', roles: ['issuer'], predicate: "path-prefix('/keys')", apiKeys: { roles: ['reader'] } }
  await owner.json('POST', '/acl', issue)
  await owner.json('POST', '/users', { _id: ANN.name, password: ANN.password, roles: ['issuer', 'reader'] })
}

/** One process with the documents in `/bench`, for somebody with fifty permissions: asked by key and by password. */
export async function startOneProcess({ documents, cores }: OneProcess) {
  const process = await startBenchProcess({ cores }, async owner => {
    const collections = [...Array.from({ length: OTHERS }, (_, at) => `c${at}`), 'bench']
    for (const collection of collections) await owner.json('POST', '/acl', permissionFor(collection))
    await owner.json('PUT', '/bench')
    await owner.json('POST', '/bench', BSON.EJSON.serialize([...documents]))
  })
  const password = `Basic ${btoa(`${ANN.name}:${ANN.password}`)}`
  return { process, byKey: process.candidate(ONE_PROCESS), byPassword: process.candidate(BY_PASSWORD, password) }
}

const KEY = { name: 'bench', roles: ['reader'], expiresIn: 1 }

const permissionFor = (collection: string) => ({
  _id: collection,
  roles: ['reader'],
  predicate: `path-prefix('/${collection}') and method({GET, POST})`,
})
