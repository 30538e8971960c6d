import { type RecordedExchange, type Refusal, refuse, type WebhookRecord, type WebhookTest } from '@sluice/contracts'
import { v7 } from 'uuid'
import { type ExecutionResult, toExecutionRow } from '../domain/execution/execution.ts'
import { resultWithoutSend } from '../domain/execution/execution-result.ts'
import { showAnswer, showOutgoing } from '../domain/execution/log-entry.ts'
import { refuseLookupsFull } from '../names/name-lookup-error.ts'
import type { Sender } from '../ports/sender.ts'
import { createAtOnce } from './at-once.ts'
import { type ChannelOf, renderBy } from './channel.ts'
import { createTimedSender, startClock, type TimedOptions } from './http/timed-sender.ts'

export type TestsDependencies = {
  /** The channels of deliveries, with this sender in the place of theirs. */
  channelsWith(sender: Sender): ChannelOf
} & TimedOptions

export type TestedWebhook = Omit<WebhookTest, 'exchange'>
export type WebhookTests = ReturnType<typeof createTests>

const MAX_AT_ONCE = 10
const NOBODY = { by: 'test', until: 0 }
const ALWAYS = { isHeld: async () => true, begin: async () => true, unbegin() {} }

/**
 * Tests of webhooks: rendered, addressed and sent as deliveries are, whether or not they are enabled, by connections of
 * their own, and written down nowhere.
 */
export function createTests({ channelsWith, ...guard }: TestsDependencies) {
  const atOnce = createAtOnce(MAX_AT_ONCE, 'tests')

  async function test(webhook: WebhookRecord, exchange: RecordedExchange): Promise<TestedWebhook | Refusal> {
    const total = startClock()
    const sender = createTimedSender(guard)
    const channel = channelsWith(sender)(webhook)
    const body = renderBy(channel, exchange)
    const renderMs = total()
    const finish = (result: ExecutionResult) => describe(result, { renderMs, ...sender.stages(), totalMs: total() })
    if (body.kind === 'fail') return finish(resultWithoutSend('failed', 1, body))
    // Each test is a delivery of its own: it has its own place in the mail allowance.
    const row = { ...toExecutionRow(exchange, { webhook, from: 0, until: null }, NOBODY), _id: v7() }
    const end = await channel.attempt(
      { row, attempt: 1, lease: ALWAYS, chain: exchange.event.chain, isUncertain: false },
      body,
    )
    if (end.kind === 'result') await end.giveBack?.()
    if (end.kind === 'full') return refuseLookupsFull()
    return end.kind === 'result'
      ? finish(end.result)
      : refuse('UNAVAILABLE', 'This process stops, or is too busy. Try again shortly.')
  }

  return {
    /** @returns a refusal when too many run at once */
    run: (webhook: WebhookRecord, exchange: RecordedExchange) => atOnce(() => test(webhook, exchange)),
  }
}

function describe({ status, outgoing, response, error }: ExecutionResult, timings: WebhookTest['timings']) {
  return {
    ok: status === 'success',
    request: outgoing && showOutgoing(outgoing),
    response: response && showAnswer(response),
    error,
    timings,
  }
}
