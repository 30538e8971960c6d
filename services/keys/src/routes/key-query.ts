import { type RoleName, roleName, type UserId, userId } from '@sluice/contracts'
import { z } from 'zod'
import type { KeyFilter } from '../domain/key-filter.ts'
import { type StoredKeyState, storedKeyStates } from '../domain/key-life.ts'
import type { KeySort } from '../ports/key-store.ts'

const DAY_MS = 86_400_000
const days = z.coerce.number().int().min(0).max(3650)
const flag = z.enum(['true', 'false']).transform(text => text === 'true')

/** The query of the keys that the owner asks for; every parameter narrows it. */
export const keyQuery = z.object({
  user: userId.optional().meta({ description: 'The holder.' }),
  role: roleName.optional().meta({ description: 'One of the roles that the key carries.' }),
  state: z.enum(storedKeyStates).optional(),
  neverUsed: flag.optional(),
  expiresWithinDays: days.optional().meta({ description: 'It works now, and will not after so many days.' }),
  idleDays: days
    .optional()
    .meta({ description: 'Not used for so many days; counts from its issue where it never was.' }),
})

type KeyQuery = {
  user?: UserId
  role?: RoleName
  state?: StoredKeyState
  neverUsed?: boolean
  expiresWithinDays?: number
  idleDays?: number
}

export function toKeyFilter({ expiresWithinDays, idleDays, ...plain }: KeyQuery, at: Date): KeyFilter {
  const shifted = (byDays: number) => new Date(at.getTime() + byDays * DAY_MS)
  return {
    ...plain,
    ...(expiresWithinDays !== undefined && { expiresUntil: shifted(expiresWithinDays) }),
    ...(idleDays !== undefined && { idleSince: shifted(-idleDays) }),
    at,
  }
}

const FIELDS = ['createdAt', 'expiresAt', 'lastUsedAt', 'user'] as const

/** `-createdAt`: the newest first. */
export const keySort = z
  .enum([...FIELDS, ...FIELDS.map(field => `-${field}` as const)])
  .default('-createdAt')
  .meta({ description: 'By which field; with a minus sign the other way round.' })

export function toKeySort(text: z.infer<typeof keySort>): KeySort {
  const isDescending = text.startsWith('-')
  const field = FIELDS.find(name => name === (isDescending ? text.slice(1) : text)) ?? 'createdAt'
  return { field, isDescending }
}
