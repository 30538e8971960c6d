import type { Secret } from '@sluice/service-kit'
import type { KeyIdentity } from '../domain/new-key.ts'

/** Makes a secret that nobody can guess, and what identifies the key it opens. */
export type MintKey = () => KeyIdentity & { secret: Secret }
