import type { Refusal, WebhookRecord } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { readAllLogs } from '../log/read-all-logs.ts'
import { keptRange, type ReadLogs, shownFrom } from '../log/shown-range.ts'
import { allLogsQuery, logPage } from './logs-query.ts'
import { type PermittedWebhooks, permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { noSuchWebhook } from './webhook-answer.ts'

/** `GET /webhooks/logs`: the logs of all webhooks that the caller may read together, without skipped entries. */
export const listAllLogs = (dependencies: ReadLogs): Operation => ({
  id: 'listAllLogs',
  tag: 'webhooks',
  summary: 'Read the logs of all webhooks together, newest first',
  query: allLogsQuery,
  answers: { 200: logPage },
  examples: { query: { status: ['failed'], target: 'https://hooks.example.com' } },
  appliedRules: RULES_OF_LOGS,
  errors: ['BAD_QUERY', 'NOT_FOUND'],
  async handle({ query, caller }) {
    const asked = parseQuery(allLogsQuery, query)
    const { webhook: ids, cursor: before, q: text, status: statuses, from, to, ...filter } = asked
    const webhooks = await chosen(permittedWebhooks(dependencies, caller), ids)
    if ('kind' in webhooks) return webhooks
    const wanted = { ...filter, ...keptRange({ from, to }, dependencies), statuses, text, before }
    const shown = new Map(webhooks.map(webhook => [webhook._id, shownFrom(webhook)]))
    return ok(await readAllLogs(wanted, shown, dependencies.log))
  },
})

/** The webhooks of these ids, all where none is named. @returns a refusal where the caller may not read one of them */
export async function chosen(
  permitted: PermittedWebhooks,
  ids: readonly string[] | undefined,
): Promise<readonly WebhookRecord[] | Refusal> {
  if (!ids) return permitted.all()
  const found = await Promise.all([...new Set(ids)].map(permitted.toRead))
  const there = found.filter(webhook => webhook !== undefined)
  return there.length === found.length ? there : noSuchWebhook()
}
