const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/

/** Dearer ones would let one sign-in hold up a gateway for seconds. */
const MAX_BCRYPT_COST = 14
const MAX_MEMORY_KIB = 256 * 1024
const MAX_PASSES = 10

/** How a stored password was hashed, as far as it decides what a verification costs. */
export type PasswordRecipe = { kind: 'bcrypt' | 'argon2id'; name: string }

/** @returns undefined for a text that sign-in can not verify, or not at a cost that it can bear */
export function passwordRecipe(hash: string): PasswordRecipe | undefined {
  const [, cost] = BCRYPT.exec(hash) ?? []
  if (cost !== undefined)
    return Number(cost) <= MAX_BCRYPT_COST ? { kind: 'bcrypt', name: `bcrypt ${cost}` } : undefined
  const [, memory, passes, lanes] = ARGON2ID.exec(hash) ?? []
  if (Number(memory) <= MAX_MEMORY_KIB && Number(passes) <= MAX_PASSES)
    return { kind: 'argon2id', name: `argon2id ${memory} ${passes} ${lanes}` }
  return undefined
}
