import {
  type RecordedExchange,
  type Refusal,
  testQuestion,
  unsavedWebhook,
  type WebhookRecord,
  webhookId,
  webhookTest,
} from '@sluice/contracts'
import { type Answer, type Operation, ok } from '@sluice/service-kit'
import { v7 } from 'uuid'
import type { WebhookTests } from '../delivery/tests.ts'
import { fittingExchange, holdsFor } from '../domain/exchange/fitting-exchange.ts'
import { newSigningSecret } from '../domain/request/sign-delivery.ts'
import type { OpenBlock } from '../domain/target/public-address.ts'
import { checkWebhook } from '../domain/webhook/webhook-document.ts'
import { findEvent } from '../log/find-event.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { anyFields, noSuchWebhook, parseSmallBody, pluginIsOff } from './webhook-answer.ts'

export type TestWebhook = {
  live: LiveWebhooks
  webhooks: WebhookStore
  log: Pick<LogStore, 'event'>
  tests: WebhookTests
  open: readonly OpenBlock[]
  now: () => Date
  serviceId: string
}

const ERRORS = [
  'MALFORMED_JSON',
  'VALIDATION_FAILED',
  'WEBHOOKS_PLUGIN_DISABLED',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'OVERLOADED',
] as const

/** `POST /webhooks/test`: a document that is saved nowhere, with `event` beside its fields. */
export const testUnsavedWebhook = (dependencies: TestWebhook): Operation => ({
  id: 'testUnsavedWebhook',
  tag: 'webhooks',
  summary: 'Test a webhook before it is saved',
  body: unsavedWebhook,
  answers: { 200: webhookTest },
  errors: ERRORS,
  async handle(request) {
    const { live, open, now } = dependencies
    if (!live.isPluginEnabled()) return pluginIsOff()
    const { event, ...document } = parseSmallBody(anyFields.and(testQuestion), request)
    const checked = checkWebhook(document, { stored: undefined }, open)
    if (checked.kind === 'refuse') return checked
    const { secret = newSigningSecret(), ...input } = checked.input
    const at = now()
    const record = { ...input, _id: webhookId.parse(v7()), version: 1, secret, createdAt: at, updatedAt: at }
    return testBy(record, event, dependencies)
  },
})

/** `POST /webhooks/<id>/test`: also of one that is disabled. */
export const testWebhook = (dependencies: TestWebhook): Operation => ({
  id: 'testWebhook',
  tag: 'webhooks',
  summary: 'Test a webhook',
  examples: { body: {} },
  body: testQuestion,
  answers: { 200: webhookTest },
  appliedRules: RULES_OF_LOGS,
  errors: ERRORS,
  async handle(request) {
    const { live } = dependencies
    if (!live.isPluginEnabled()) return pluginIsOff()
    const webhook = await permittedWebhooks(dependencies, request.caller).toUse(request.params.id)
    if (!webhook) return noSuchWebhook()
    const { event } = request.rawBody.length > 0 ? parseSmallBody(testQuestion, request) : {}
    return testBy(webhook, event, dependencies)
  },
})

async function testBy(
  webhook: WebhookRecord,
  eventId: string | undefined,
  dependencies: TestWebhook,
): Promise<Answer | Refusal> {
  const { log, tests, serviceId, now } = dependencies
  const about = { id: v7(), serviceId, at: now().getTime() }
  const found = eventId === undefined ? fittingExchange(webhook.condition, about) : await findEvent(eventId, log)
  if ('kind' in found) return found
  const tested = await tests.run(webhook, found)
  if ('kind' in tested) return tested
  return ok({ ...tested, exchange: describeExchange(found, webhook, eventId) })
}

function describeExchange(exchange: RecordedExchange, { condition }: WebhookRecord, eventId: string | undefined) {
  const { id, request, response } = exchange.event
  return {
    kind: eventId === undefined ? 'sample' : 'event',
    eventId: id,
    method: request.method,
    path: request.path,
    statusCode: response?.statusCode ?? null,
    matched: holdsFor(condition, exchange),
  }
}
