import { temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from '../http-client.ts'
import { type SluiceProcess, startSluice } from '../standalone/sluice-process.ts'
import type { ConsoleUser } from './visit.ts'

export const OWNER: ConsoleUser = { user: 'admin', password: 'the owner of these tests' }
/** May issue keys, and no more. */
export const HOLDER: ConsoleUser = { user: 'nora', password: 'a holder of a few keys' }
/** May nothing at all. */
export const STRANGER: ConsoleUser = { user: 'otto', password: 'somebody without any leave' }

/** A standalone Sluice with its console, an owner, a holder of keys and somebody who may do nothing. */
export async function startConsole(settings: Readonly<Record<string, string>> = {}): Promise<SluiceProcess> {
  const sluice = await startSluice({
    DATA_DIR: await temporaryDirectory(),
    SLUICE_DEMO: '0',
    SLUICE_ADMIN_PASSWORD: OWNER.password,
    ...settings,
  })
  const owner = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
  await owner.json('POST', '/plugins/api-keys/install')
  await owner.json('POST', '/plugins/api-keys/enable')
  await owner.json('POST', '/users', { _id: HOLDER.user, password: HOLDER.password, roles: ['crew'] })
  await owner.json('POST', '/users', { _id: STRANGER.user, password: STRANGER.password, roles: ['nobody'] })
  await owner.json('POST', '/acl', {
    _id: 'crew-issues-keys',
    roles: ['crew'],
    predicate: "path('/keys') and method('POST')",
    priority: 1,
    apiKeys: { roles: ['reader', 'writer'], 'max-expires-in-days': 30, 'max-keys-per-user': 5 },
  })
  return sluice
}
