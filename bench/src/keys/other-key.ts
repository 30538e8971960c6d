import { randomBytes } from 'node:crypto'
import type { Document } from '@sluice/store'

const KEY_MS = 86_400_000

/** A key as it is stored, of one of 10,000 holders; nobody has its secret. */
export function otherKey(number: number): Document {
  const createdAt = new Date()
  const expiresAt = new Date(Date.now() + KEY_MS)
  const named = { _id: randomBytes(12).toString('base64url'), user: `holder-${number % 10_000}`, name: `key ${number}` }
  return { ...named, roles: ['reader'], hash: randomBytes(32).toString('hex'), hint: 'abcd', createdAt, expiresAt }
}
