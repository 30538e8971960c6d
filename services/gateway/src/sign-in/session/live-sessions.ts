import type { ChangeLog } from '@sluice/change-log'
import type { UserId } from '@sluice/contracts'
import { type Logger, UnavailableError } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { createKeyFinder } from '../key/key-finder.ts'
import { createLiveCache, type LiveCache } from '../live-cache.ts'
import { storedSession } from './session-record.ts'

/** A session that is stored; whether it has expired is asked at each use. Dates are epoch ms. */
type LiveSession = { hash: string; user: UserId; passwordMark: string; expiresAt: number }

/** Sessions that were used lately, by the SHA-256 of their token. */
export type LiveSessions = LiveCache<LiveSession>

type Dependencies = { store: Store; changes: ChangeLog; db: string; logger: Logger }

export function createLiveSessions({ store, changes, db, logger }: Dependencies): LiveSessions {
  const sessions = store.collection({ db, collection: 'sessions' })
  // Whoever invents tokens costs one read of many at a time.
  const finder = createKeyFinder(async hashes => {
    const found = await sessions.find({ _id: { $in: [...hashes] } }, { linearizable: true })
    const live = found.flatMap(document => toLiveSession(document, logger) ?? [])
    return live.map(session => [session.hash, session] as const)
  })
  return createLiveCache<LiveSession>({
    changes,
    topic: 'sessions',
    async read(id) {
      const finding = finder.find(id)
      if (!finding) throw new UnavailableError('Too many unknown sessions at once.')
      return (await finding) ?? 'missing'
    },
  })
}

function toLiveSession(document: Document, logger: Logger): LiveSession | undefined {
  const parsed = storedSession.safeParse(document)
  if (!parsed.success) {
    logger.error({ fields: parsed.error.issues.map(issue => issue.path.join('.')) }, 'session.unreadable')
    return undefined
  }
  const { _id, user, passwordMark, expiresAt } = parsed.data
  return { hash: _id, user, passwordMark, expiresAt: expiresAt.getTime() }
}
