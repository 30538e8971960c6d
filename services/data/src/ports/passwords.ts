/** @returns the encoded hash of a password (argon2id) */
export type HashPassword = (password: string) => Promise<string>

/** @returns whether this is the password of an encoded hash (argon2id); no hash of another kind is verified */
export type VerifyPassword = (hash: string, password: string) => Promise<boolean>
