import { hash, randomBytes, randomUUID } from 'node:crypto'
import { formatKeySecret, keyId } from '@sluice/contracts'
import { secret } from '@sluice/service-kit'
import type { MintKey } from '../ports/mint-key.ts'

const SECRET_BYTES = 32
const HINT_LENGTH = 4

export const mintKey: MintKey = () => {
  const text = formatKeySecret(randomBytes(SECRET_BYTES))
  return {
    id: keyId.parse(randomUUID()),
    secret: secret(text),
    hash: hash('sha256', text),
    hint: text.slice(-HINT_LENGTH),
  }
}
