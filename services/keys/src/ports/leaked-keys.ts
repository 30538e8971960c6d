import type { ApiKeyRecord } from '@sluice/contracts'
import type { Occasion } from '@sluice/service-kit'

export type LeakedKeys = {
  /**
   * Ends what this secret opens at `occasion.at`: the key, or the rest of the grace where it is a secret before a rotation.
   * @param hash SHA-256 of the whole secret in hex. @returns the key; undefined when the secret opens none
   */
  endSecret(hash: string, occasion: Occasion): Promise<ApiKeyRecord | undefined>
}
