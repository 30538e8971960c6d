import type { Pool } from 'undici'

export type Load = { name: string; method: 'GET' | 'POST'; target: string; body?: string }

/** `cpuMicros`: what it has used so far, in all its processes. */
export type HttpCandidate = {
  name: string
  pool: Pool
  headers(load: Load): Record<string, string>
  cpuMicros(): Promise<number>
  stop(): Promise<unknown>
}
