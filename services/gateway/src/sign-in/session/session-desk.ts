import { randomBytes } from 'node:crypto'
import type { ChangeLog } from '@sluice/change-log'
import { formatSessionToken, type Principal, type Refusal, refuse, type UserId } from '@sluice/contracts'
import type { StoreTransaction } from '@sluice/store'
import { refuseSession } from '../sign-in.ts'
import type { UserCache, UserRecord } from '../user-cache.ts'
import { type StoredSession, sessionEnd, sessionIdOf, storedSession } from './session-record.ts'

export type SessionToken = { kind: 'token'; token: string; expiresInSeconds: number }

/** Begins, renews and ends sessions. What it answers is in force on this gateway. @throws StoreUnavailableError */
export type SessionDesk = {
  /** For somebody who has just signed in with a password. */
  open(principal: Principal): Promise<SessionToken | Refusal>
  /** The same token lives longer, so that an answer that got lost ends nothing. */
  renew(token: string): Promise<SessionToken | Refusal>
  /**
   * Begins another session in the place of one, for a user whose password has just been changed, which ended all. There
   * is none for another version of the user than that change has left: the password may be another person's.
   */
  succeed(token: string, changed: UserVersion): Promise<SessionToken | Refusal>
  end(token: string): Promise<void>
}

type Dependencies = { changes: ChangeLog; db: string; users: UserCache }
/** A user as a write has left him. */
export type UserVersion = { id: UserId; etag: string | undefined }
type SessionUntil = { kind: 'until'; expiresAt: number } | Refusal

const MAX_PER_USER = 100

/** A session that has yet to be stored, with its token. Dates are epoch ms. */
function begin({ id, passwordMark }: UserRecord, startedAt: number) {
  const token = formatSessionToken(randomBytes(32))
  const expiresAt = sessionEnd(startedAt, startedAt)
  const dates = { startedAt: new Date(startedAt), expiresAt: new Date(expiresAt) }
  const session: StoredSession = { _id: sessionIdOf(token), user: id, passwordMark, ...dates }
  return { token, session, expiresAt }
}

export function createSessionDesk({ changes, db, users }: Dependencies): SessionDesk {
  const sessionsIn = (transaction: StoreTransaction) => transaction.collection({ db, collection: 'sessions' })
  const now = () => Math.round(changes.storeTime())

  function toToken(token: string, outcome: SessionUntil): SessionToken | Refusal {
    if (outcome.kind === 'refuse') return outcome
    return { kind: 'token', token, expiresInSeconds: Math.max(0, Math.floor((outcome.expiresAt - now()) / 1000)) }
  }

  return {
    async open({ id: userId, properties }) {
      const user = userId === null ? 'missing' : await users.get(userId)
      // Another reading than the one that signed in: the password may be another one.
      if (user === 'missing' || user.properties !== properties) return refuseChanged()
      const { token, session, expiresAt } = begin(user, now())
      const { result } = await changes.record<SessionUntil>(
        'sessions',
        session._id,
        async (transaction, _, abandon) => {
          const sessions = sessionsIn(transaction)
          const live = { user: session.user, expiresAt: { $gt: session.startedAt } }
          if ((await sessions.count(live, { limit: MAX_PER_USER })) === MAX_PER_USER) return abandon(refuseMore())
          await sessions.insertOne(session)
          return { kind: 'until', expiresAt }
        },
      )
      return toToken(token, result)
    },

    async renew(token) {
      const id = sessionIdOf(token)
      const { result } = await changes.record<SessionUntil>('sessions', id, async (transaction, _, abandon) => {
        const found = storedSession.safeParse(await sessionsIn(transaction).findOne({ _id: id }))
        if (!found.success || found.data.expiresAt.getTime() <= now()) return abandon(refuseSession())
        const expiresAt = sessionEnd(found.data.startedAt.getTime(), now())
        await sessionsIn(transaction).updateOne({ _id: id }, { $set: { expiresAt: new Date(expiresAt) } })
        return { kind: 'until', expiresAt }
      })
      return toToken(token, result)
    },

    async succeed(before, { id: userId, etag }) {
      const user = await users.get(userId)
      if (user === 'missing' || user.etag === undefined || user.etag !== etag) return refuseChanged()
      const { token, session, expiresAt } = begin(user, now())
      const { result } = await changes.record<SessionUntil>('sessions', session._id, async transaction => {
        await sessionsIn(transaction).deleteOne({ _id: sessionIdOf(before) })
        await sessionsIn(transaction).insertOne(session)
        return { kind: 'until', expiresAt }
      })
      return toToken(token, result)
    },

    async end(token) {
      const id = sessionIdOf(token)
      await changes.recordEnd('sessions', id, async transaction => {
        await sessionsIn(transaction).deleteOne({ _id: id })
      })
    },
  }
}

const refuseChanged = () => refuse('UNAVAILABLE', 'The user is being changed. Try again shortly.')
const refuseMore = () =>
  refuse('RATE_LIMITED', `You have ${MAX_PER_USER} sessions. End one (DELETE /token), or wait until one has expired.`)
