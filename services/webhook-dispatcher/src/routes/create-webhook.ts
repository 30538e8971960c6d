import { newWebhook, sentWebhook, webhookId } from '@sluice/contracts'
import { dryRunQuery, isDryRun, type Operation, occasionOf, onlyOnce, type Repeats } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { z } from 'zod'
import { newSigningSecret } from '../domain/request/sign-delivery.ts'
import { nextVersion } from '../domain/webhook/next-version.ts'
import { checkWebhook } from '../domain/webhook/webhook-document.ts'
import type { WebhookChangeOptions } from '../ports/webhook-store.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import type { SaveWebhook } from './save-webhook.ts'
import { answerMade, answerNew, anyFields, parseSmallBody, pluginIsOff, toMade } from './webhook-answer.ts'

/** `POST /webhooks`: 201 with the webhook and, this once, its signing secret. */
export const createWebhook = (dependencies: CreateWebhook): Operation =>
  onlyOnce(createEachTime(dependencies), {
    repeats: dependencies.repeats,
    async replay({ caller }, kept) {
      const { live } = dependencies
      if (!live.isPluginEnabled()) return pluginIsOff()
      // Whoever is answered counts on the webhook being in force here.
      await live.catchUp()
      return answerMade(
        madeWebhook.parse(JSON.parse(keptText.parse(kept.made))),
        permittedWebhooks(dependencies, caller),
      )
    },
  })

export type CreateWebhook = SaveWebhook & { repeats: Repeats }

/** A text, so that each value is what it was. Sealed by `onlyOnce`, as the secret is in it. */
const keptText = z.string()
const madeWebhook = z.object({ _id: webhookId, version: z.int(), shown: anyFields })

const createEachTime = (dependencies: SaveWebhook): Operation => ({
  id: 'createWebhook',
  tag: 'webhooks',
  summary: 'Create a webhook',
  answerHeaders: ['ETag', 'Location'],
  query: dryRunQuery,
  body: sentWebhook,
  answers: { 201: newWebhook },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'WEBHOOKS_PLUGIN_DISABLED', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    const { webhooks, live, mailServers, open, now } = dependencies
    if (!live.isPluginEnabled()) return pluginIsOff()
    const permitted = permittedWebhooks(dependencies, request.caller)
    const checked = checkWebhook(permitted.merge(parseSmallBody(anyFields, request)), { stored: undefined }, open)
    if (checked.kind === 'refuse') return checked
    const id = webhookId.parse(v7())
    const making = { id, at: now(), newSecret: newSigningSecret(), writer: permitted.hearing }
    const record = nextVersion(checked.input, { stored: undefined, lastVersion: 0 }, making)
    const isTrial = isDryRun(request)
    const { claim } = request
    const options = {
      isDryRun: isTrial,
      occasion: occasionOf(request, making.at),
      settle: claim && (inside => claim.settle(inside, { made: JSON.stringify(toMade(record, { mailServers, now })) })),
    } satisfies WebhookChangeOptions
    await webhooks.change(id, () => ({ kind: 'put', record }), options)
    return answerNew(record, { permitted, mailServers, now, isDryRun: isTrial })
  },
})
