import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpClient, ownerClient, startSluice, userClient } from '@sluice/e2e'
import { BSON } from 'mongodb'
import { Pool } from 'undici'
import { cpuMicros } from './gateway/measure-cost.ts'
import type { HttpCandidate } from './http-candidate.ts'

export const ONE_PROCESS = 'one process'
/** The same process, asked with a password instead of a key. */
const BY_PASSWORD = 'one process by password'

const CONNECTIONS = 16
const OTHERS = 49
const ANN = { name: 'ann', password: randomBytes(16).toString('hex') }

type OneProcess = { documents: readonly { _id: string }[]; cores: string }

/**
 * One process with the embedded store, which has the documents in `/bench`, for somebody with fifty permissions; nobody
 * wants events. @returns the process as two candidates, of which the first stops it
 */
export async function startOneProcess({ documents, cores }: OneProcess): Promise<[HttpCandidate, HttpCandidate]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const ownerPassword = randomBytes(16).toString('hex')
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'warn', SLUICE_DEMO: '0', SLUICE_ADMIN_PASSWORD: ownerPassword }
  const sluice = await startSluice(settings, { cores })
  await furnishProcess(ownerClient({ url: sluice.url, ownerPassword }), documents)
  const { key } = await userClient(sluice.url, ANN).json<{ key: string }>('POST', '/keys', KEY)
  const pool = new Pool(sluice.url, { connections: CONNECTIONS })
  const candidateOf = (name: string, authorization: string): HttpCandidate => ({
    name,
    pool,
    headers: () => ({ authorization, 'content-type': 'application/json' }),
    cpuMicros: () => cpuMicros(sluice.pid),
    async stop() {},
  })
  const stop = async () => {
    await pool.close()
    await sluice.interrupt()
    await rm(folder, { recursive: true })
  }
  return [
    { ...candidateOf(ONE_PROCESS, `Bearer ${key}`), stop },
    candidateOf(BY_PASSWORD, `Basic ${btoa(`${ANN.name}:${ANN.password}`)}`),
  ]
}

const KEY = { name: 'bench', roles: ['reader'], expiresIn: 1 }

async function furnishProcess(owner: HttpClient, documents: OneProcess['documents']): Promise<void> {
  const permissions = [
    { _id: 'issue', roles: ['issuer'], predicate: "path-prefix('/keys')", apiKeys: { roles: ['reader'] } },
    ...Array.from({ length: OTHERS }, (_, at) => permissionFor(`c${at}`)),
    permissionFor('bench'),
  ]
  for (const step of ['install', 'enable']) await owner.json('POST', `/plugins/api-keys/${step}`)
  for (const permission of permissions) await owner.json('POST', '/acl', permission)
  await owner.json('POST', '/users', { _id: ANN.name, password: ANN.password, roles: ['issuer', 'reader'] })
  await owner.json('PUT', '/bench')
  await owner.json('POST', '/bench', BSON.EJSON.serialize([...documents]))
}

const permissionFor = (collection: string) => ({
  _id: collection,
  roles: ['reader'],
  predicate: `path-prefix('/${collection}') and method({GET, POST})`,
})
