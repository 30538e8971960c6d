import { readUserSearch } from '../users/user-search.ts'
import { pageOf, textOf } from '../webhooks/webhook-search.ts'

export const KEY_SORTS = [
  'createdAt',
  '-createdAt',
  'expiresAt',
  '-expiresAt',
  'lastUsedAt',
  '-lastUsedAt',
  'user',
  '-user',
] as const
export type KeyOrder = (typeof KEY_SORTS)[number]

/** What somebody asks of the keys of all users, as the API takes it. */
export type KeyChoice = {
  user?: string
  role?: string
  state?: 'active' | 'expired'
  neverUsed?: boolean
  expiresWithinDays?: number
  idleDays?: number
}
/** Which keys are listed; it stands in the address. `key`: the one whose sheet is open. */
export type KeysSearch = KeyChoice & { sort?: KeyOrder; page?: number; key?: string }

type RawKeysSearch = Readonly<Record<string, unknown>>

/** More days than these the API does not take. */
const MOST_DAYS = 3_650

function daysOf(value: unknown): number | undefined {
  const days =
    typeof value === 'number' || typeof value === 'string' ? (value === '' ? Number.NaN : Number(value)) : Number.NaN
  return Number.isInteger(days) && days >= 0 && days <= MOST_DAYS ? days : undefined
}

const flagOf = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined

/** Reads the address: what is no value of a parameter is left out. */
export function readKeysSearch(raw: RawKeysSearch): KeysSearch {
  const read: { [K in keyof KeysSearch]: KeysSearch[K] | undefined } = {
    user: readUserSearch(raw).user || undefined,
    role: textOf(raw.role),
    state: raw.state === 'active' || raw.state === 'expired' ? raw.state : undefined,
    neverUsed: flagOf(raw.neverUsed),
    expiresWithinDays: daysOf(raw.expiresWithinDays),
    idleDays: daysOf(raw.idleDays),
    sort: KEY_SORTS.find(each => each === raw.sort),
    page: pageOf(raw.page),
    key: textOf(raw.key),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The part of the address that the API narrows the keys by. */
export function choiceOf({ sort: _sort, page: _page, key: _key, ...choice }: KeysSearch): KeyChoice {
  return choice
}

/** Whether some keys are left out: without a filter none are revoked together. */
export const isNarrowed = (choice: KeyChoice): boolean => Object.keys(choice).length > 0

export type KeyPreset = 'all' | 'never-used' | 'idle' | 'ends-soon' | 'expired'
const IDLE_DAYS = 90
const SOON_DAYS = 14

/** What is often asked for, in the order in which it is offered. */
export const KEY_PRESETS: readonly { value: KeyPreset; label: string; choice: KeyChoice }[] = [
  { value: 'all', label: 'All', choice: {} },
  { value: 'never-used', label: 'Never used', choice: { neverUsed: true } },
  { value: 'idle', label: `Idle ${IDLE_DAYS} days`, choice: { idleDays: IDLE_DAYS } },
  { value: 'ends-soon', label: `Ends in ${SOON_DAYS} days`, choice: { expiresWithinDays: SOON_DAYS } },
  { value: 'expired', label: 'Expired', choice: { state: 'expired' } },
]

const inTime = ({ state, neverUsed, expiresWithinDays, idleDays }: KeyChoice) =>
  JSON.stringify([state, neverUsed, expiresWithinDays, idleDays])

/** The preset that an address stands for, whosever keys it is about; undefined where it is another question. */
export const presetOf = (search: KeysSearch): KeyPreset | undefined =>
  KEY_PRESETS.find(({ choice }) => inTime(choice) === inTime(search))?.value

/** The address with another preset, from its first page. */
export const withPreset = ({ user, role, sort }: KeysSearch, preset: KeyPreset): KeysSearch => ({
  ...(user !== undefined && { user }),
  ...(role !== undefined && { role }),
  ...(sort !== undefined && { sort }),
  ...KEY_PRESETS.find(({ value }) => value === preset)?.choice,
})

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** Says which keys are meant: `unused for 90 days, held by amelia`. Empty of all keys. */
export function choiceWords({ user, role, state, neverUsed, expiresWithinDays, idleDays }: KeyChoice): string {
  return [
    state === 'expired' && 'expired',
    state === 'active' && 'working',
    neverUsed === true && 'never used',
    neverUsed === false && 'used before',
    idleDays !== undefined && `unused for ${days(idleDays)}`,
    expiresWithinDays !== undefined && `ending within ${days(expiresWithinDays)}`,
    user !== undefined && `held by ${user}`,
    role !== undefined && `with the role ${role}`,
  ]
    .filter(Boolean)
    .join(', ')
}
