import type { SpoolPosition } from './segment-files.ts'

const BYTES = 12

export function writePlace({ segment, offset }: SpoolPosition): Buffer {
  const bytes = Buffer.alloc(BYTES)
  bytes.writeUInt32BE(segment)
  bytes.writeBigUInt64BE(BigInt(offset), 4)
  return bytes
}

export function readPlace(bytes: Buffer): SpoolPosition | undefined {
  if (bytes.length !== BYTES) return undefined
  return { segment: bytes.readUInt32BE(), offset: Number(bytes.readBigUInt64BE(4)) }
}
