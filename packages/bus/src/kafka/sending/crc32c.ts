import CRC32C from 'crc-32/crc32c.js'

/** The checksum of a record batch: CRC-32 by Castagnoli's polynomial. `crc32` of `node:zlib` goes by another one. @returns 32 bits, unsigned */
export const crc32c = (bytes: Uint8Array): number => CRC32C.buf(bytes) >>> 0
