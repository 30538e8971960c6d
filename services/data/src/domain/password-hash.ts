const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/

/** Dearer ones would let one sign-in hold up a gateway for seconds. */
const MAX_BCRYPT_COST = 14
const MAX_MEMORY_KIB = 256 * 1024
const MAX_PASSES = 10

/** Whether a text is the hash of a password that sign-in can verify, at a cost that it can bear. */
export function isPasswordHash(text: string): boolean {
  const bcrypt = BCRYPT.exec(text)
  if (bcrypt) return Number(bcrypt[1]) <= MAX_BCRYPT_COST
  const argon2id = ARGON2ID.exec(text)
  return argon2id !== null && Number(argon2id[1]) <= MAX_MEMORY_KIB && Number(argon2id[2]) <= MAX_PASSES
}
