import type { AuditAction } from '@sluice/contracts'
import type { Document } from '@sluice/store'

/** The states of a key. */
export const keyStates = {
  none: 'There is no such key: it was not issued yet, or it is gone.',
  active: 'It signs its holder in.',
  expired: 'It signs nobody in; its holder and the owner still see it.',
} as const

/** What happens to a key. */
export const keyEvents = {
  issued: 'A user asks for it, under a permission and within the limits.',
  rotated: 'Its holder asks for a new secret; the one before works on until `previousUntil`.',
  revoked: 'Its holder or the owner ends it, or its holder is deleted.',
  leaked: 'Its secret is sent to `POST /keys/leaked`; of a secret before a rotation only the grace ends.',
  expired: 'Its `expiresAt` has come.',
  dropped: 'It has been expired for 90 days.',
} as const

type KeyEvent = keyof typeof keyEvents
type KeyState = keyof typeof keyStates

/** The event does not come in this state, or changes nothing. */
const no = 'never'

export type KeyLife = Record<KeyEvent, Record<KeyState, KeyState | typeof no>>

/** The life of a key: into which state each event brings it from each state. */
// biome-ignore format: it is read as a table
export const keyLife = {
  issued:  { none: 'active', active: no,        expired: no },
  rotated: { none: no,       active: 'active',  expired: no },
  revoked: { none: no,       active: 'none',    expired: 'none' },
  leaked:  { none: no,       active: 'none',    expired: no },
  expired: { none: no,       active: 'expired', expired: no },
  dropped: { none: no,       active: no,        expired: 'none' },
} as const satisfies KeyLife

/** What the audit trail says of each event; nothing where only time has passed. */
export const auditActions = {
  issued: 'key.issued',
  rotated: 'key.rotated',
  revoked: 'key.revoked',
  leaked: 'key.revoked',
  expired: undefined,
  dropped: undefined,
} as const satisfies Record<KeyEvent, AuditAction | undefined>

/** An event that somebody has brought about. */
export type KeyChange = { [E in KeyEvent]: (typeof auditActions)[E] extends AuditAction ? E : never }[KeyEvent]

const isEvent = (word: string): word is KeyEvent => Object.hasOwn(keyLife, word)

/** Every change of a key that somebody brings about: labels of a metric. */
export const keyChanges = Object.keys(keyLife)
  .filter(isEvent)
  .filter((event): event is KeyChange => auditActions[event] !== undefined)

export type StoredKeyState = Exclude<KeyState, 'none'>

/** The keys that are in a state at an instant, as a filter on key records. */
export const keysIn: Readonly<Record<StoredKeyState, (at: Date) => Document>> = {
  active: at => ({ expiresAt: { $gt: at } }),
  expired: at => ({ expiresAt: { $lte: at } }),
}

const isStored = (word: string): word is StoredKeyState => Object.hasOwn(keysIn, word)

/** The states of keys that are stored: what the owner may ask for. */
export const storedKeyStates = Object.keys(keysIn).filter(isStored)

/** The keys to which a change may be made at this instant, as a filter on key records. */
export function keysOpenTo(change: Exclude<KeyChange, 'issued'>, at: Date): Document {
  const open = storedKeyStates.filter(state => keyLife[change][state] !== no).map(state => keysIn[state](at))
  const [only] = open
  return only && open.length === 1 ? only : { $or: open }
}
