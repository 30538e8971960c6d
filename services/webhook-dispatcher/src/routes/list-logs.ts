import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { wantsSkipped } from '../log/log-query.ts'
import { readLogPage } from '../log/read-log-page.ts'
import { type ReadLogs, shownRange } from '../log/shown-range.ts'
import { logPage, logsQuery } from './logs-query.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { noSuchWebhook } from './webhook-answer.ts'

/** `GET /webhooks/<id>/logs`: newest first; a page may be short and still have a `next`. */
export const listLogs = (dependencies: ReadLogs): Operation => ({
  id: 'listLogs',
  tag: 'webhooks',
  summary: "Read a webhook's log, newest first",
  query: logsQuery,
  answers: { 200: logPage },
  appliedRules: RULES_OF_LOGS,
  errors: ['BAD_QUERY', 'NOT_FOUND'],
  async handle({ params, query, caller }) {
    const { webhooks, log } = dependencies
    const webhook = await permittedWebhooks(dependencies, caller).toRead(params.id)
    if (!webhook) return noSuchWebhook()
    const { cursor: before, q: text, status: statuses, from, to, ...asked } = parseQuery(logsQuery, query)
    const range = await shownRange(webhook, { from, to }, dependencies)
    const wanted = { ...asked, ...range, webhookId: webhook._id, statuses, text, before }
    const [page, notStored] = await Promise.all([
      readLogPage(wanted, { log, webhooks }),
      wantsSkipped(wanted) ? log.eventsNotStored(range) : 0,
    ])
    return ok(notStored > 0 ? { ...page, notStored } : page)
  },
})
