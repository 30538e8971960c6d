import type { OccurrenceName } from '@sluice/predicate'

/** What can be the matter with a webhook, a key or Sluice. `well`: nothing is. */
export type SubjectState =
  | 'failing'
  | 'disabling'
  | 'held-back'
  | 'disabled'
  | 'expiring'
  | 'leaked'
  | 'used-up'
  | 'near'
  | 'well'

/**
 * How a webhook, a key or a part of Sluice was found. `since`: epoch ms. `isUntried`: nothing says that it works, only that
 * nothing is the matter with it any more.
 */
export type SubjectSighting = { subject: string; state: SubjectState; since: number; isUntried?: boolean }

/** What was told of a subject. */
export type ToldSubject = {
  _id: string
  /** The state that was told last, or `well`. */
  state: SubjectState
  since: number
  /** When the state was told the last time (epoch ms), and each occurrence by its name. */
  toldAt: number
  toldNames: Readonly<Partial<Record<OccurrenceName, number>>>
  /** Each write makes it another one. */
  revision: number
  /** Something is to be told yet. */
  isOwing: boolean
}

/** What follows from a sighting: what is stored of the subject, and the occurrence to be told, where there is one. */
export type SubjectTelling = { next: Omit<ToldSubject, 'isOwing'>; name: OccurrenceName | undefined }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

const NAMES: Readonly<Record<SubjectState, OccurrenceName | undefined>> = {
  failing: 'webhook.failing',
  disabling: 'webhook.failing',
  'held-back': 'webhook.held-back',
  disabled: 'webhook.disabled',
  expiring: 'key.expiring',
  leaked: 'key.leaked',
  'used-up': 'mail-allowance.used-up',
  near: 'store.budget-near',
  well: undefined,
}

/** States after which it is told that all is well again. */
const RECOVERS: ReadonlySet<SubjectState> = new Set(['failing', 'disabling', 'held-back'])
/** States that follow each other by themselves, and are told at once however lately the one before was. */
const AT_ONCE: ReadonlySet<SubjectState> = new Set(['disabling', 'disabled', 'leaked'])

/**
 * Decides whether something is told: each change of state, and a state that lasts once a day. One that comes and goes is
 * told once an hour at most. @param at now, epoch ms. @returns undefined where nothing changes
 */
export function tellOf(seen: SubjectSighting, before: ToldSubject | undefined, at: number): SubjectTelling | undefined {
  if (before?.isOwing) return undefined
  const stored: StoredState = before ?? { state: 'well', since: 0, toldAt: 0, toldNames: {}, revision: 0 }
  if (seen.state === 'well') return stored.state === 'well' ? undefined : recover(seen, stored, at)
  const name = NAMES[seen.state]
  if (!name || !isDue(seen, { ...stored, last: stored.toldNames[name] }, at)) return undefined
  return toldAs(name, seen, { stored, at })
}

type StoredState = Omit<ToldSubject, '_id' | 'isOwing'>

function isDue(
  { state }: SubjectSighting,
  stored: Pick<ToldSubject, 'state' | 'toldAt'> & { last: number | undefined },
  at: number,
): boolean {
  // A leak is over as it is told.
  if (stored.state === state) return state !== 'leaked' && at - stored.toldAt >= DAY_MS
  return AT_ONCE.has(state) || stored.last === undefined || at - stored.last >= HOUR_MS
}

function toldAs(
  name: OccurrenceName,
  { subject, state, since }: SubjectSighting,
  { stored, at }: { stored: StoredState; at: number },
): SubjectTelling {
  const toldNames = { ...stored.toldNames, [name]: at }
  return { name, next: { _id: subject, state, since, toldAt: at, toldNames, revision: stored.revision + 1 } }
}

function recover(
  { subject, since, isUntried = false }: SubjectSighting,
  stored: StoredState,
  at: number,
): SubjectTelling {
  const well: SubjectSighting = { subject, state: 'well', since }
  if (RECOVERS.has(stored.state) && !isUntried) return toldAs('webhook.recovered', well, { stored, at })
  const { toldNames, revision } = stored
  return {
    name: undefined,
    next: { _id: subject, state: 'well', since, toldAt: at, toldNames, revision: revision + 1 },
  }
}
