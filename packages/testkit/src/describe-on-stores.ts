import { randomUUID } from 'node:crypto'
import { afterAll, describe } from '@jest/globals'
import type { Store } from '@sluice/store'
import { openMongoStore } from '@sluice/store/mongodb'
import { isAbsent, startBackend } from './backends/index.ts'

/** What a test asks for a store of its own; nothing means the embedded one. */
type OpenTestStore = () => Promise<Store | undefined>

/** Has the same promises tested on both stores; MongoDB's are skipped where it can't be had. */
export async function describeOnStores(name: string, promises: (open: OpenTestStore) => void): Promise<void> {
  // Before anything is registered, as the suite depends on the server.
  const backend = isAbsent('mongodb') ? undefined : await startBackend('mongodb')
  afterAll(() => backend?.stop())
  const uri = backend?.address ?? ''
  const onMongo = backend ? describe : describe.skip
  describe(`${name}, on the embedded store`, () => promises(async () => undefined))
  onMongo(`${name}, on MongoDB`, () => promises(() => openMongoStore({ uri, prefix: `t${randomUUID().slice(0, 8)}-` })))
}
