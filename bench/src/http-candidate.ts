import type { Pool } from 'undici'

export type HttpLoad = {
  name: string
  method: 'GET' | 'POST'
  target: string
  body?: string
  /** It is sent by somebody who may do everything, instead of by an ordinary user. */
  isRoot?: boolean
  /** Requests of a round. Default: 2,000. */
  requests?: number
}

/** `cpuMicros`: what it has used so far, in all its processes. */
export type HttpCandidate = {
  name: string
  pool: Pool
  headers(load: HttpLoad): Record<string, string>
  cpuMicros(): Promise<number>
  stop(): Promise<unknown>
}
