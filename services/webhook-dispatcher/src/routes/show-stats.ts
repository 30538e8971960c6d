import { countSteps, refuseFields, webhookStats } from '@sluice/contracts'
import { instantQuery, type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { type CountSources, readStats } from '../counts/read-stats.ts'
import { bucketsOf, stepFor } from '../domain/counts/stats.ts'
import { oldestDay } from '../log/read-log-page.ts'
import { type ReadLogs, shownFrom } from '../log/shown-range.ts'
import { chosen } from './list-all-logs.ts'
import { webhookIds } from './logs-query.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'

export type ShowStats = ReadLogs & CountSources

const DAY_MS = 24 * 3_600_000
const MOST_BUCKETS = 1_500

const statsQuery = z.object({
  webhook: webhookIds,
  from: instantQuery
    .optional()
    .meta({ description: 'ISO 8601 or epoch ms: events at or after it. Default: a day before `to`.' }),
  to: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: events before it. Default: now.' }),
  step: z
    .enum(countSteps)
    .optional()
    .meta({
      description: `How long a bucket is; ${MOST_BUCKETS} at most. Default: the shortest of which there are up to 300.`,
    }),
})

/** `GET /webhooks/stats`: what deliveries came to, by time of their events, from counts that are kept as long as the log. */
export const showStats = (dependencies: ShowStats): Operation => ({
  id: 'showStats',
  tag: 'webhooks',
  summary: 'Count deliveries by time, with their latencies',
  query: statsQuery,
  answers: { 200: webhookStats },
  examples: {
    query: { step: '1h' },
    answers: {
      200: {
        step: '1h',
        buckets: [{ at: { $date: 1795514400000 }, success: 118, failed: 2, pending: 0, p50Ms: 12.4, p95Ms: 48.1 }],
      },
    },
  },
  appliedRules: RULES_OF_LOGS,
  errors: ['BAD_QUERY', 'NOT_FOUND'],
  async handle({ query, caller }) {
    const { webhook: ids, from: asked, to: end, step: wanted } = parseQuery(statsQuery, query)
    const at = dependencies.now().getTime()
    const to = Math.min(end ?? at, at + DAY_MS)
    const oldest = oldestDay(at, dependencies.retentionDays.all)
    const range = { from: Math.max(asked ?? to - DAY_MS, oldest), to }
    const step = wanted ?? stepFor(range)
    if (bucketsOf(range, step) > MOST_BUCKETS) return tooMany()
    const permitted = permittedWebhooks(dependencies, caller)
    if (!ids && permitted.reachesAll) return ok(await readStats({ ...range, step, webhooks: undefined }, dependencies))
    const found = await chosen(permitted, ids)
    if ('kind' in found) return found
    const webhooks = found.map(webhook => ({ id: webhook._id, since: shownFrom(webhook) }))
    return ok(await readStats({ ...range, step, webhooks }, dependencies))
  },
})

const tooMany = () =>
  refuseFields(
    [
      {
        path: 'step',
        message: `There would be more than ${MOST_BUCKETS} buckets: choose a longer step, or a shorter time.`,
      },
    ],
    'BAD_QUERY',
  )
