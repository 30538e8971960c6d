import { join } from 'node:path'
import type { Document } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'

/** Writes permissions past the API, as another program may have. @param directory of a Sluice that does not run */
export async function plantPermissions(directory: string, permissions: readonly Document[]): Promise<void> {
  const store = await openSqliteStore({ path: join(directory, 'store.sqlite') })
  await store.collection({ db: 'sluice', collection: 'acl' }).insertMany([...permissions])
  await store.close()
}
