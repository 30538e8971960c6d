import { callFor } from './call.ts'

/** What an installation says of itself; values of secrets stand masked. */
export type AboutService = {
  service: { id: string; version: string; tier: string; defaultDatabase: string }
  settings: Readonly<Record<string, unknown>>
}

export type ToldProcess = {
  /** Another one at each start. */
  id: string
  service: string
  version: string
  host: string
  startedAt: { $date: number }
  seenAt: { $date: number }
  ready: boolean
  /** What is not ready, in words for the operator. */
  missing: readonly string[]
  /** What it does without, and what that changes. */
  degraded: readonly { dependency: string; effect: string }[]
  figures: {
    busUnreadRecords?: number
    deliveriesWaiting?: number
    spoolBytes?: number
    spoolMaxBytes?: number
  }
}

export const aboutApi = {
  about: () => callFor<AboutService>({ method: 'GET', path: '/admin/about' }),
  processes: () => callFor<ToldProcess[]>({ method: 'GET', path: '/admin/processes' }),
}
