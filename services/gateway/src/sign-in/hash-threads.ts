import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { HashTask } from './hash-task.ts'
import type { VerifyHash } from './verify-password.ts'

/**
 * Hashes passwords in threads of low priority: of a busy core they get a tenth, however many wrong passwords come. The
 * first hash after a quiet minute waits for its thread to start, about a tenth of a second.
 */
export type HashThreads = {
  verify: VerifyHash
  /** A hash of our own recipe. */
  hash(password: string): Promise<string>
  close(): Promise<void>
}

const CORES_PER_HASH = 2
const KEPT_MS = 60_000

/** How many hashes are worked on at the same time. */
export const hashesAtOnce = (): number => Math.max(1, Math.floor(availableParallelism() / CORES_PER_HASH))

export function openHashThreads(): HashThreads {
  const pool = new Piscina<HashTask, boolean | string>({
    filename: fileURLToPath(new URL('hash-worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: hashesAtOnce(),
    idleTimeout: KEPT_MS,
  })
  return {
    verify: async ({ kind }, stored, password) => (await pool.run({ kind, stored, password })) === true,
    hash: async password => String(await pool.run({ kind: 'hash', password })),
    close: () => pool.close({ force: true }),
  }
}
