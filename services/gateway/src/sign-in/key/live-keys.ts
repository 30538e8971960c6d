import { type ChangeLog, createLiveTable, type TableChange } from '@sluice/change-log'
import { type ApiKeyRecord, apiKeyRecord, formatId, type RoleName, type UserId } from '@sluice/contracts'
import { type Logger, observing } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { LRUCache } from 'lru-cache'
import type { RequestCounts } from '../client-limits.ts'
import { createKeyFinder, type KeyFinder } from './key-finder.ts'
import { createLiveKeyRules, type LiveKeyRules } from './key-rules.ts'

/** A key that is stored; whether it has expired is asked at each use. Dates are epoch ms. */
export type LiveKey = Pick<ApiKeyRecord, '_id' | 'user' | 'name' | 'roles' | 'hash' | 'previousHash'> & {
  expiresAt: number
  /** Until then `previousHash` is that of a secret of this key too; 0 where it has never been rotated. */
  previousUntil: number
  rules: LiveKeyRules | undefined
  /** When its use was last noted; 0 for a new key. */
  usedAt: number
}

/** `byHash`: what is held; a key that was issued just now may not be. `find`: what is stored. */
export type LiveKeys = KeyFinder<LiveKey> & { byHash(hash: string): LiveKey | undefined }

type Dependencies = {
  store: Store
  changes: ChangeLog
  db: string
  logger: Logger
  /** The requests of keys whose number a minute is bound. */
  counts: RequestCounts
}

const projection = { createdAt: 0, hint: 0 } as const
const storedKey = apiKeyRecord.omit({ createdAt: true, hint: true })

/**
 * All keys in memory, by the SHA-256 of their secrets, in step with the change log. Resolves when they are loaded.
 * @param now monotonic, in ms
 */
export async function createLiveKeys(
  { store, changes, db, logger, counts }: Dependencies,
  now = () => performance.now(),
): Promise<LiveKeys> {
  const keys = store.collection({ db, collection: 'apiKeys' })
  const toLiveKey = createLiveKeyReader(logger, counts)
  let hashes = new Map<string, LiveKey>()

  function onChange(change: TableChange<LiveKey>): void {
    if (change.kind === 'reloaded') {
      hashes = new Map([...change.entries.values()].flatMap(byItsHashes))
      return
    }
    for (const [hash] of change.before ? byItsHashes(change.before) : []) hashes.delete(hash)
    for (const [hash, key] of change.after ? byItsHashes(change.after) : []) hashes.set(hash, key)
  }

  const table = await createLiveTable<LiveKey>({
    changes,
    topic: 'keys',
    onChange,
    async load() {
      const found: [string, LiveKey][] = []
      for await (const batch of keys.scan({}, { projection, linearizable: true })) {
        for (const document of batch) {
          const key = toLiveKey(document)
          if (key) found.push([key._id, key])
        }
      }
      return found
    },
    async loadOne(id) {
      const found = await keys.findOne({ _id: id }, { projection, linearizable: true })
      return found && toLiveKey(found)
    },
  })
  observing('gateway').gauge('live_keys', 'API keys that are held in memory', () => table.size)
  async function read(wanted: readonly string[]) {
    const isOne = { $in: [...wanted] }
    const filter = { $or: [{ hash: isOne }, { previousHash: isOne }] }
    const found = await keys.find(filter, { projection, linearizable: true })
    return found.flatMap(document => toLiveKey(document) ?? []).flatMap(byItsHashes)
  }
  const { find } = createKeyFinder(read, now)
  return { byHash: hash => hashes.get(hash), find }
}

/** A key under the hash of its secret, and under that of the one before. */
function byItsHashes(key: LiveKey): [hash: string, key: LiveKey][] {
  const { hash, previousHash } = key
  return previousHash === undefined ? [[hash, key]] : [hash, previousHash].map(one => [one, key])
}

/** So many equal values of keys share one object in memory; further ones are held as often as they come. */
const MAX_SHARED = 20_000

/** @returns undefined for what is no key, which is logged */
function createLiveKeyReader(logger: Logger, counts: RequestCounts): (document: Document) => LiveKey | undefined {
  const shareUser = createSharing<UserId>()
  const shareRoles = createSharing<RoleName[]>()
  const toLiveRules = createLiveKeyRules(counts)
  return document => {
    const parsed = storedKey.safeParse(document)
    if (!parsed.success) {
      const fields = parsed.error.issues.map(issue => issue.path.join('.'))
      logger.error({ keyId: formatId(document._id), fields }, 'key.unreadable')
      return undefined
    }
    const key = parsed.data
    return {
      _id: key._id,
      user: shareUser(key.user, key.user),
      name: key.name,
      roles: shareRoles(JSON.stringify(key.roles), key.roles),
      hash: key.hash,
      previousHash: key.previousHash,
      expiresAt: key.expiresAt.getTime(),
      previousUntil: key.previousUntil?.getTime() ?? 0,
      rules: key.keyRules && toLiveRules(key._id, key.keyRules),
      usedAt: key.lastUsedAt?.getTime() ?? 0,
    }
  }
}

/** One value for all that are named alike. */
function createSharing<T extends UserId | RoleName[]>(): (name: string, value: T) => T {
  const held = new LRUCache<string, T>({ max: MAX_SHARED })
  return (name, value) => {
    const known = held.get(name)
    if (known !== undefined) return known
    held.set(name, value)
    return value
  }
}
