import { executionStatus } from '@sluice/contracts'
import { z } from 'zod'
import { withQuery } from '../collection-argument.ts'
import { answering, defineTool, IS_DATA, jsonObject, resultOf } from '../tool.ts'
import { logArgument, offerAsks, webhookArgument } from './webhook-argument.ts'

const SEARCH = 'search_webhook_logs'
const GET = 'get_webhook_log'

const page = z.object({ items: z.array(jsonObject), next: z.string().nullable() })

/** A page of the log of one webhook. */
export const searchWebhookLogs = defineTool({
  name: SEARCH,
  group: 'webhooks',
  plugin: 'webhooks',
  title: 'Search the log of a webhook',
  description: `What a webhook has sent, and what it has not and why, newest first. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({
    webhook: webhookArgument,
    status: executionStatus.optional(),
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
    path: z.string().max(2048).startsWith('/').optional().meta({ description: 'Of the request that triggered it.' }),
    statusCode: z
      .string()
      .regex(/^[1-5](?:\d\d|xx)$/, 'It is a status such as 404, or a class such as 5xx.')
      .optional()
      .meta({ description: "Of the target's answer." }),
    search: z.string().min(1).max(200).optional(),
    limit: z.int().min(1).max(50).default(20),
    cursor: z.guid().optional(),
  }),
  output: z.object({ entries: z.array(jsonObject), nextCursor: z.string().optional() }),
  offer: offerAsks(SEARCH, ['GET', '/webhooks/?/logs']),
  async run({ webhook, search, limit, ...asked }, { ask }) {
    const target = withQuery(`/webhooks/${webhook}/logs`, { ...asked, q: search, limit: String(limit) })
    return answering(await ask({ method: 'GET', target }), ({ json }) => {
      const { items, next } = page.parse(json)
      return resultOf({ entries: items, ...(next !== null && { nextCursor: next }) })
    })
  },
})

/** One entry of a log, whole. */
export const getWebhookLog = defineTool({
  name: GET,
  group: 'webhooks',
  plugin: 'webhooks',
  title: 'Get an entry of a log',
  description: `One entry of the log of a webhook: what came in, what was sent, what was answered. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({ webhook: webhookArgument, log: logArgument }),
  output: z.looseObject({}),
  offer: offerAsks(GET, ['GET', '/webhooks/?/logs/?']),
  async run({ webhook, log }, { ask }) {
    const answer = await ask({ method: 'GET', target: `/webhooks/${webhook}/logs/${log}` })
    return answering(answer, ({ json }) => resultOf(jsonObject.parse(json)))
  },
})
