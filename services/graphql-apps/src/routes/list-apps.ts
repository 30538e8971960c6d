import { formatDocument } from '@sluice/documents'
import { bytes, type Operation, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import type { AppStore } from '../ports.ts'
import { appShape } from './app-answer.ts'

const listQuery = z.object({
  q: z.string().max(200).optional().meta({ description: 'Text in the name, description or uri, whatever its case.' }),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(0).max(1000).default(100),
})

/** `GET /gql-apps`: an array, newest first, with `X-Total-Count` (spec 4.1). */
export const listApps = ({ appStore }: { appStore: AppStore }): Operation => ({
  summary: 'List the GraphQL apps, newest first',
  answerHeaders: ['X-Total-Count'],
  query: listQuery,
  answers: { 200: z.array(appShape) },
  errors: ['BAD_QUERY', 'UNAVAILABLE'],
  async handle({ query }) {
    const { q, page, pagesize } = parseQuery(listQuery, query)
    const { documents, total } = await appStore.list({ skip: (page - 1) * pagesize, limit: pagesize, contains: q })
    return bytes(formatDocument(documents), 'application/json', { headers: { 'x-total-count': String(total) } })
  },
})
