import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The hash by which a trusted document is named: SHA-256 of its text, as lower-case hex. */
export const documentHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
