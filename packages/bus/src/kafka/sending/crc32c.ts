import { crc32c as checksumOf } from '@node-rs/crc32'

/** The checksum of a record batch: CRC-32 by Castagnoli's polynomial. `crc32` of `node:zlib` goes by another one. @returns 32 bits, unsigned */
export const crc32c = (bytes: Uint8Array): number => checksumOf(bytes)
