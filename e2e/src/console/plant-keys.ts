import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Document } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'

const DAY_MS = 86_400_000

/** A key of long ago. Days are counted from now. Its holder must be nobody whom the test makes: a new user begins without keys. */
export type PlantedKey = {
  user: string
  name: string
  roles?: readonly string[]
  issuedDaysAgo: number
  usedDaysAgo?: number
  endsInDays: number
}

/** Writes keys into the store, as time alone can make them. Nobody knows their secrets. @param directory of a Sluice that does not run */
export async function plantKeys(directory: string, keys: readonly PlantedKey[]): Promise<void> {
  const store = await openSqliteStore({ path: join(directory, 'store.sqlite') })
  const planted = keys.map(toRecord)
  await store.collection({ db: 'sluice', collection: 'apiKeys' }).insertMany(planted)
  const used = planted.flatMap(({ _id, lastUsedAt }) => (lastUsedAt ? [toUsage(_id, lastUsedAt)] : []))
  if (used.length > 0) await store.collection({ db: 'sluice', collection: 'keyUsage' }).insertMany(used)
  await store.close()
}

type AgedKey = Document & { _id: string; lastUsedAt?: Date }

function toRecord({ user, name, roles = ['reader'], issuedDaysAgo, usedDaysAgo, endsInDays }: PlantedKey): AgedKey {
  const _id = randomUUID()
  return {
    _id,
    user,
    name,
    roles: [...roles],
    createdAt: daysFromNow(-issuedDaysAgo),
    expiresAt: daysFromNow(endsInDays),
    ...(usedDaysAgo !== undefined && { lastUsedAt: daysFromNow(-usedDaysAgo) }),
    hash: createHash('sha256').update(_id).digest('hex'),
    hint: _id.slice(-4),
  }
}

function toUsage(key: string, at: Date): Document {
  const day = at.toISOString().slice(0, 10)
  return { _id: `${key}/${day}`, key, day, requests: 12, dropAt: daysFromNow(300) }
}

const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS)
