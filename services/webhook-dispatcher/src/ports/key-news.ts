import type { ApiKeyRecord } from '@sluice/contracts'
import type { ReportedKey } from '../domain/occurrence/service-words.ts'

/** What there is to be told of API keys. */
export type KeyNews = {
  /** Keys that end soon after `at` (epoch ms): `limit` at most, by their ids, those after `after`. */
  ending(range: { at: number; after: string; limit: number }): Promise<ApiKeyRecord[]>
  /** Keys that were reported as leaked from a moment on (epoch ms). @returns up to when all was looked at, too */
  leaked(range: { from: number; at: number }): Promise<{ leaks: ReportedKey[]; upTo: number }>
}
