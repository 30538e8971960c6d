import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { decodeDocument, encodeDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { InternalSecrets } from '../trust/current-keys.ts'

const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16]
const CIPHER = 'aes-256-gcm'

/** Keeps what one request is and has come to, so that nobody reads it but who sends the request again. */
export type Seal = {
  close(outcome: Document): string
  /** @returns undefined where it was closed under a secret that is not in force any more */
  open(sealed: string): Document | undefined
}

/**
 * Makes the seal of a request: AES-256-GCM under a key of the internal secrets and of what only the request says. The store
 * holds neither: an answer may hold the secret of a key, or a document that is deleted by now.
 * @param subject what tells this request from all others @param record the id of the record that holds what is sealed
 */
export function createSeal(secrets: InternalSecrets, { subject, record }: { subject: string; record: string }): Seal {
  // HKDF takes 1,024 bytes at most. It is no hash that is stored, as the id of the record is.
  const info = hash('sha256', `seal\n${subject}`, 'buffer')
  const keyOf = (text: string) => new Uint8Array(hkdfSync('sha256', text, 'sluice-repeats', info, KEY_BYTES))
  const keys = () => secrets().map(item => keyOf(item.reveal()))
  return {
    close(outcome) {
      const [key = new Uint8Array()] = keys()
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(record))
      const bytes = Buffer.concat([cipher.update(encodeDocument(outcome)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      for (const key of keys()) {
        const opened = openWith(key, bytes, record)
        if (opened) return decodeDocument(opened)
      }
      return undefined
    },
  }
}

function openWith(key: Uint8Array, bytes: Buffer, record: string): Buffer | undefined {
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(record)).setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
