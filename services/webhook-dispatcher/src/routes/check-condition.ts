import { conditionCheck, conditionQuestion, type RecordedExchange, type Refusal, refuseFields } from '@sluice/contracts'
import { explainPredicate, type Predicate, parsePredicate } from '@sluice/predicate'
import { type Answer, type Operation, ok } from '@sluice/service-kit'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { createAtOnce } from '../delivery/at-once.ts'
import { toRecorded } from '../domain/exchange/described-exchange.ts'
import { recordedExchange } from '../domain/exchange/exchange-view.ts'
import { conditionFault } from '../domain/webhook/webhook-faults.ts'
import { countMatches } from '../log/count-matches.ts'
import { findEvent } from '../log/find-event.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { RetentionDays } from '../settings.ts'
import { parseSmallBody } from './webhook-answer.ts'

export type CheckCondition = { log: LogStore; now: () => Date; retentionDays: RetentionDays; serviceId: string }

/** Each holds up to ten events with their bodies. */
const MAX_AT_ONCE = 4

/** `POST /webhooks/conditions/check`: what a condition says of an exchange, and would have said of the last events. */
export const checkCondition = (dependencies: CheckCondition): Operation => {
  const atOnce = createAtOnce(MAX_AT_ONCE, 'checks')
  return {
    id: 'checkCondition',
    tag: 'webhooks',
    summary: 'Try a condition on an exchange and on the last 1,000 events',
    examples: { body: { condition: "path('/routes')", exchange: { request: { method: 'POST', path: '/routes' } } } },
    body: conditionQuestion,
    answers: { 200: conditionCheck },
    errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'OVERLOADED'],
    async handle(request) {
      const question = parseSmallBody(conditionQuestion, request)
      const parsed = parsePredicate(question.condition, 'condition')
      if (parsed.kind === 'invalid') return refuseFields([conditionFault(parsed)])
      return atOnce(() => check(question, parsed.predicate, dependencies))
    },
  }
}

async function check(
  question: z.infer<typeof conditionQuestion>,
  condition: Predicate,
  dependencies: CheckCondition,
): Promise<Answer | Refusal> {
  const exchange = await subjectOf(question, dependencies)
  if (exchange && 'kind' in exchange) return exchange
  const explanation = exchange ? explainPredicate(condition, recordedExchange(exchange)) : null
  const matched = explanation && explanation.result === true
  return ok({ matched, explanation, recent: await countMatches(condition, dependencies) })
}

async function subjectOf(
  { exchange, event }: z.infer<typeof conditionQuestion>,
  { log, now, serviceId }: CheckCondition,
): Promise<RecordedExchange | Refusal | undefined> {
  if (event !== undefined) return findEvent(event, log)
  return exchange && toRecorded(exchange, { id: v7(), serviceId, at: now().getTime() })
}
