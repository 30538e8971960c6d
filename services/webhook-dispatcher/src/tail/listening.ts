import {
  type FieldError,
  type ListenedDelivery,
  type ListeningInput,
  type RecordedExchange,
  type Refusal,
  refuseFields,
  webhookId,
} from '@sluice/contracts'
import { type Predicate, parsePredicate } from '@sluice/predicate'
import { renderBy } from '../delivery/channel.ts'
import { executionId } from '../domain/execution/execution-id.ts'
import { deliveryHeaders, renderDelivery } from '../domain/request/plan-delivery.ts'
import { parseTemplate } from '../domain/template/parse-template.ts'
import { conditionFault, findTransformFaults } from '../domain/webhook/webhook-faults.ts'

/** A webhook that is saved nowhere, ready to judge and render. It holds the secret of whoever listens, in memory alone. */
export type UnsavedWebhook = {
  condition: Predicate
  /** @returns the request that a delivery of this exchange is, signed as of `at` */
  deliver(exchange: RecordedExchange, at: Date): ListenedDelivery
}

/** What stands in the place of the webhook in payloads and templates. */
const NO_WEBHOOK = { _id: webhookId.parse('listen'), name: 'Listen' }
/** Characters of a delivery, as the stream writes it. */
const MAX_CHARACTERS = 384 * 1024

/** @returns a refusal that names every fault of condition and template */
export function openListening({ condition, transform, secret }: ListeningInput): UnsavedWebhook | Refusal {
  const parsed = parsePredicate(condition, 'condition')
  const faults: FieldError[] = findTransformFaults(transform)
  if (parsed.kind === 'invalid') return refuseFields([conditionFault(parsed), ...faults])
  if (faults.length > 0) return refuseFields(faults)
  const template = parseTemplate(transform.template)
  const webhook = { ...NO_WEBHOOK, transform }
  const channel = { render: (exchange: RecordedExchange) => renderDelivery(webhook, exchange, () => template) }
  // Whoever comes back is told of the same delivery by the same id, and another condition has others.
  const seed = JSON.stringify([condition, transform])
  return {
    condition: parsed.predicate,
    deliver(exchange, at) {
      const about = describe(exchange, executionId(exchange.event.id, seed))
      const body = renderBy(channel, exchange)
      if (body.kind === 'fail') return { ...about, error: body.message }
      const signed = { id: about.id, at, body: body.text, secrets: [secret] }
      const delivery = { ...about, headers: deliveryHeaders(signed, {}), body: body.text }
      if (JSON.stringify(delivery).length <= MAX_CHARACTERS) return delivery
      return { ...about, error: `The delivery has more than ${MAX_CHARACTERS / 1024} KiB.` }
    },
  }
}

function describe({ event }: RecordedExchange, id: string): ListenedDelivery {
  const { request, response } = event
  const summary = `${request.method} ${request.path} ${response?.statusCode ?? '-'}`
  return { id, eventId: event.id, at: { $date: event.at }, summary }
}
