import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILES = 64

/** Keeps the bytes of a damaged record for whoever wants to look; a bounded number of them, and only where the disk takes them. */
export function keepDamaged(directory: string, name: string, bytes: Uint8Array): void {
  const folder = join(directory, 'damaged')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (readdirSync(folder).length < MAX_FILES) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
  } catch {
    // They were counted and logged; shipping goes on without them.
  }
}
