import { isDue, type SessionTime, sessionTime } from '../domain/renewal.ts'
import { refusalStatus } from '../http/problem.ts'
import { beginSession, endSession, type IssuedSession, renewSession, restoreSession } from '../http/token.ts'
import { createStore } from '../state/store.ts'
import { openTabs } from './tabs.ts'

type SignedInUser = { user: string; roles: readonly string[] }

/**
 * The user of this tab. `restoring`: the cookie is being asked. `locked`: the session has ended, the page stays, and
 * the password of the same user brings it back.
 */
export type SessionState =
  | { kind: 'restoring' }
  | { kind: 'unknown' }
  | { kind: 'signed-out'; notice: string | undefined }
  | ({ kind: 'signed-in'; endsAt: number | undefined } & SignedInUser)
  | ({ kind: 'locked' } & SignedInUser)

/** The session ended for good while a request waited for it. */
class SignedOutError extends Error {
  override name = 'SignedOutError'
}

const LOOK_EVERY_MS = 15_000
const UNKNOWN_RETRY_MS = 5_000
/** Answers to the cookie that say that there is no session. */
const OVER: readonly (number | undefined)[] = [401, 403]
const ENDS_BY_ITSELF =
  'You are signed out here. Sluice did not answer, so the session ends by itself within 15 minutes.'

const state = createStore<SessionState>({ kind: 'restoring' })
let token = ''
let time: SessionTime | undefined
let activeAt = Date.now()
/** Requests that wait for a token. */
let waiting: { resolve(token: string): void; reject(error: Error): void }[] = []
const tabs = openTabs({
  signedIn: () => void (state.get().kind !== 'signed-in' && restore()),
  replaced: () => void (state.get().kind !== 'signed-out' && restore()),
  signedOut: () => forget(undefined),
  renewed: seconds => {
    if (time) time = sessionTime(seconds, Date.now())
  },
})

function hold(issued: IssuedSession): void {
  token = issued.access_token
  time = sessionTime(issued.expires_in, Date.now())
  const { username: user, roles } = issued
  state.set({ kind: 'signed-in', user, roles, endsAt: time.isLast ? time.expiresAt : undefined })
  for (const { resolve } of waiting) resolve(token)
  waiting = []
}

function forget(notice: string | undefined): void {
  token = ''
  time = undefined
  state.set({ kind: 'signed-out', notice })
  for (const { reject } of waiting) reject(new SignedOutError('The session is over.'))
  waiting = []
}

/**
 * Takes up the session of the cookie: after a reload, in a new tab, and when another tab has signed in. A tab that somebody
 * works in takes up no session of another user, and stays as it is until it can be told.
 */
async function restore(): Promise<void> {
  try {
    const issued = await restoreSession()
    const user = userOf(state.get())
    if (user === undefined || user === issued.username) hold(issued)
  } catch (error) {
    const isOver = OVER.includes(refusalStatus(error))
    const isHeld = userOf(state.get()) !== undefined
    if (isOver && isHeld) return
    if (isOver) return forget(undefined)
    // Nobody is signed out because Sluice can't tell at the moment.
    if (!isHeld) state.set({ kind: 'unknown' })
    setTimeout(restore, UNKNOWN_RETRY_MS)
  }
}

const userOf = (current: SessionState): string | undefined => ('user' in current ? current.user : undefined)

/** @throws SluiceError where the password is wrong, or was tried too often */
async function signIn(user: string, password: string): Promise<void> {
  hold(await beginSession(user, password))
  tabs.tell({ kind: 'signed-in' })
}

/** Another session in the place of the one that was held, as after a change of the password: other tabs take it up. */
function replace(issued: IssuedSession): void {
  hold(issued)
  tabs.tell({ kind: 'replaced' })
}

async function signOut(): Promise<void> {
  const ended = token
  try {
    await endSession(ended)
    forget(undefined)
  } catch (error) {
    forget(refusalStatus(error) === 401 ? undefined : ENDS_BY_ITSELF)
  }
  tabs.tell({ kind: 'signed-out' })
}

/** A request was refused with this token. What is asked for meanwhile waits. */
function lock(refused: string): void {
  const held = state.get()
  if (held.kind !== 'signed-in' || refused !== token) return
  token = ''
  state.set({ kind: 'locked', user: held.user, roles: held.roles })
}

async function renewWhenDue(): Promise<void> {
  if (!time || !token || !isDue(time, activeAt, Date.now())) return
  await tabs.alone(async () => {
    if (!time || !isDue(time, activeAt, Date.now())) return
    try {
      const issued = await renewSession(token)
      hold(issued)
      tabs.tell({ kind: 'renewed', seconds: issued.expires_in })
    } catch (error) {
      if (refusalStatus(error) === 401) lock(token)
    }
  })
}

/** The token to send; waits while the password is asked for. @throws SignedOutError */
const heldToken = (): Promise<string> =>
  token ? Promise.resolve(token) : new Promise((resolve, reject) => waiting.push({ resolve, reject }))

const ACTIVITIES = ['pointerdown', 'keydown', 'pointermove']

function start(): void {
  void restore()
  setInterval(() => void renewWhenDue(), LOOK_EVERY_MS)
  const noteActivity = () => {
    activeAt = Date.now()
  }
  for (const event of ACTIVITIES) addEventListener(event, noteActivity, { passive: true })
}

/** Calls back when nobody is signed in here any more: what is held in memory of somebody goes then. */
export function onSignedOut(clear: () => void): void {
  state.subscribe(() => {
    if (state.get().kind === 'signed-out') clear()
  })
}

/** The session of this tab. */
export const session = {
  get: state.get,
  subscribe: state.subscribe,
  token: heldToken,
  start,
  signIn,
  replace,
  signOut,
  lock,
}
