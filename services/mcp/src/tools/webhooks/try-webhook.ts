import { z } from 'zod'
import { answering, defineTool, IS_DATA, jsonObject, resultOf } from '../tool.ts'
import { eventArgument, logArgument, offerAsks, webhookArgument } from './webhook-argument.ts'

const CHECK = 'check_condition'
const PREVIEW = 'preview_template'
const TEST = 'test_webhook'
const REDELIVER = 'redeliver_webhook_log'

const wholeAnswer = z.looseObject({})

/** Whether a condition holds, and why. */
export const checkCondition = defineTool({
  name: CHECK,
  group: 'webhooks',
  plugin: 'webhooks',
  title: 'Check a condition',
  description: `Says whether the condition of a webhook holds for an exchange or an event, and why, part by part. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({
    condition: z.string().min(1).max(4096),
    exchange: jsonObject
      .optional()
      .meta({ description: '{"request": {"method", "path"}, "response": {"statusCode"}}' }),
    event: eventArgument,
  }),
  output: wholeAnswer,
  offer: offerAsks(CHECK, ['POST', '/webhooks/conditions/check']),
  async run(asked, { ask }) {
    const answer = await ask({ method: 'POST', target: '/webhooks/conditions/check', json: asked })
    return answering(answer, ({ json }) => resultOf(jsonObject.parse(json)))
  },
})

/** What a template gives. */
export const previewTemplate = defineTool({
  name: PREVIEW,
  group: 'webhooks',
  plugin: 'webhooks',
  title: 'Preview a template',
  description: `Renders a template with an event or with values, as a delivery would. ${IS_DATA}`,
  hints: { readOnly: true },
  input: z.strictObject({
    template: z.string().max(65_536),
    as: z.enum(['json', 'html', 'subject', 'text']),
    event: eventArgument,
    view: jsonObject.optional(),
  }),
  output: z.object({ output: z.string(), validJson: z.boolean().nullable(), variables: z.array(z.string()) }),
  offer: offerAsks(PREVIEW, ['POST', '/webhooks/templates/preview']),
  async run(asked, { ask }) {
    const answer = await ask({ method: 'POST', target: '/webhooks/templates/preview', json: asked })
    return answering(answer, ({ json }) => resultOf(jsonObject.parse(json)))
  },
})

/** Sends a test to where the owner has set a webhook up to send. */
export const testWebhook = defineTool({
  name: TEST,
  group: 'document',
  plugin: 'webhooks',
  title: 'Test a webhook',
  description: 'Sends a test delivery to the target that the owner has set up, and says what came of it.',
  hints: { openWorld: true },
  input: z.strictObject({ webhook: webhookArgument, event: eventArgument }),
  output: wholeAnswer,
  offer: offerAsks(TEST, ['POST', '/webhooks/?/test']),
  async run({ webhook, event }, { ask }) {
    const answer = await ask({ method: 'POST', target: `/webhooks/${webhook}/test`, json: event ? { event } : {} })
    return answering(answer, ({ json }) => resultOf(jsonObject.parse(json)))
  },
})

/** Delivers what an entry of the log was about once more. */
export const redeliverWebhookLog = defineTool({
  name: REDELIVER,
  group: 'document',
  plugin: 'webhooks',
  title: 'Deliver again',
  description: 'Delivers what an entry of the log was about once more, to the target that the owner has set up.',
  hints: { openWorld: true },
  input: z.strictObject({ webhook: webhookArgument, log: logArgument }),
  output: z.object({ log: jsonObject }),
  offer: offerAsks(REDELIVER, ['POST', '/webhooks/?/logs/?/redeliver']),
  async run({ webhook, log }, { ask }) {
    const target = `/webhooks/${webhook}/logs/${log}/redeliver`
    return answering(await ask({ method: 'POST', target, json: {} }), ({ json }) => resultOf({ log: json }))
  },
})
