import { callFor } from './call.ts'

/** What an installation says of itself; values of secrets stand masked. */
export type AboutService = {
  service: { id: string; version: string; tier: string; defaultDatabase: string }
  settings: Readonly<Record<string, unknown>>
}

export type ToldProcess = {
  _id?: string
  service: string
  version?: string
  ready: boolean
  missing: readonly string[]
  degraded: readonly string[]
}

export const aboutApi = {
  about: () => callFor<AboutService>({ method: 'GET', path: '/admin/about' }),
  processes: () => callFor<ToldProcess[]>({ method: 'GET', path: '/admin/processes' }),
}
