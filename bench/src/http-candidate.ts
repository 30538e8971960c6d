import type { Pool } from 'undici'
import type { MeasuredProcess } from './cpu/measured-process.ts'

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

export type HttpCandidate = {
  name: string
  pool: Pool
  headers(load: HttpLoad): Record<string, string>
  processes: readonly MeasuredProcess[]
  stop(): Promise<unknown>
}
