import type { Pool } from 'undici'

/** `isRoot`: sent by somebody who may do everything, instead of by an ordinary user. */
export type HttpLoad = { name: string; method: 'GET' | 'POST'; target: string; body?: string; isRoot?: boolean }

/** `cpuMicros`: what it has used so far, in all its processes. */
export type HttpCandidate = {
  name: string
  pool: Pool
  headers(load: HttpLoad): Record<string, string>
  cpuMicros(): Promise<number>
  stop(): Promise<unknown>
}
