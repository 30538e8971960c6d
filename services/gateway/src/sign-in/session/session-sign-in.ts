import { refuse } from '@sluice/contracts'
import { refuseSession, type SignIn, userCaller } from '../sign-in.ts'
import type { UserCache } from '../user-cache.ts'
import type { LiveSessions } from './live-sessions.ts'

type Dependencies = {
  sessions: LiveSessions
  users: UserCache
  /** The store's time in epoch ms. */
  now(): number
}

const MAX_LOOKS = 3

/** @param id the SHA-256 of a session's token */
export type SessionIdSignIn = (id: string) => SignIn | Promise<SignIn>

/** Sign-in by the id of a session: all of the user's roles, until it ends, or the password is written again. */
export function createSessionSignIn({ sessions, users, now }: Dependencies): SessionIdSignIn {
  /** @returns undefined when it can't be said from what is held */
  function judge(id: string): SignIn | undefined {
    const session = sessions.peek(id)
    if (session === 'unknown') return undefined
    if (session === 'missing' || session.expiresAt <= now()) return refuseSession()
    const user = users.peek(session.user)
    if (user === 'unknown') return undefined
    if (user === 'missing' || user.isDisabled || user.passwordMark !== session.passwordMark) return refuseSession()
    return userCaller(user, 'session')
  }

  async function lookUp(id: string): Promise<SignIn> {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const session = await sessions.get(id)
      if (session === 'missing') return refuseSession()
      await users.get(session.user)
      // What was read first may have changed meanwhile.
      const judged = judge(id)
      if (judged) return judged
    }
    return refuse('UNAVAILABLE', 'The session is being changed. Try again shortly.')
  }

  return id => judge(id) ?? lookUp(id)
}
