import { newPassword } from './new-password.ts'

/** How a password comes about: made here and shown once, typed twice, or as the hash of one that is known elsewhere. */
export type PasswordDraft = { way: 'made' | 'typed' | 'hash'; typed: string; again: string; hash: string }

export const NO_PASSWORD: PasswordDraft = { way: 'made', typed: '', again: '', hash: '' }

/** What is sent, with the password that has to be shown then; or that the two that were typed differ. */
export type PasswordOutcome =
  | { kind: 'wish'; wish: { password: string } | { passwordHash: string }; toShow?: string }
  | { kind: 'differs' }

export function passwordWish({ way, typed, again, hash }: PasswordDraft): PasswordOutcome {
  if (way === 'hash') return { kind: 'wish', wish: { passwordHash: hash.trim() } }
  if (way === 'typed') return typed === again ? { kind: 'wish', wish: { password: typed } } : { kind: 'differs' }
  const password = newPassword()
  return { kind: 'wish', wish: { password }, toShow: password }
}
