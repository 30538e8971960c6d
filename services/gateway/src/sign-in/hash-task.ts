/** What a thread is asked: a new hash, or whether a password is that of a stored one. */
export type HashTask =
  | { kind: 'hash'; password: string }
  | { kind: 'bcrypt' | 'argon2id'; stored: string; password: string }

/** The recipe of new hashes. */
export const OWN_RECIPE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
