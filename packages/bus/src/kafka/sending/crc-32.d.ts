declare module 'crc-32/crc32c.js' {
  /** @returns 32 bits, signed */
  const checksums: { buf(bytes: Uint8Array): number }
  export default checksums
}
