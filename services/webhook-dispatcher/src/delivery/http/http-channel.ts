import type { HttpWebhook } from '@sluice/contracts'
import { resultOfSend, resultWithoutSend } from '../../domain/execution/execution-result.ts'
import { UNTRIED, verdictOfSend } from '../../domain/execution/verdict.ts'
import { addressDelivery, renderDelivery } from '../../domain/request/plan-delivery.ts'
import { checkDestination, targetOf } from '../../domain/target/destination.ts'
import type { OpenBlock } from '../../domain/target/public-address.ts'
import type { TemplateOf } from '../../domain/template/render-template.ts'
import { signingOf } from '../../domain/webhook/delivery-signing.ts'
import type { ChainHeaders } from '../../domain/webhook/own-target.ts'
import type { LiveWebhooks } from '../../ports/live-webhooks.ts'
import type { Sender } from '../../ports/sender.ts'
import type { Channel } from '../channel.ts'
import { atStep } from '../steps.ts'

type HttpChannelDependencies = {
  sender: Sender
  live: Pick<LiveWebhooks, 'get'>
  chainHeaders: ChainHeaders
  templateOf: TemplateOf
  open: readonly OpenBlock[]
  now: () => Date
  /** Aborted at the end of the process: what is still being sent then is broken off. */
  ending: AbortSignal
}

/** Signed POSTs to the webhook's url. A record's channel is made once: records are never changed, only replaced. */
export function httpChannel(dependencies: HttpChannelDependencies) {
  const channels = new WeakMap<HttpWebhook, Channel>()
  return (webhook: HttpWebhook): Channel => {
    const channel = channels.get(webhook) ?? createChannel(webhook, dependencies)
    channels.set(webhook, channel)
    return channel
  }
}

function createChannel(
  webhook: HttpWebhook,
  { sender, live, chainHeaders, templateOf, open, now, ending }: HttpChannelDependencies,
): Channel {
  const destination = checkDestination(webhook.url, open)
  return {
    target: targetOf(destination),
    host: URL.parse(webhook.url)?.host,
    render: exchange => renderDelivery(webhook, exchange, templateOf),
    async attempt({ row, attempt, lease, chain }, body) {
      const at = now()
      const id = row.redeliveryOf ?? row._id
      const extra = chainHeaders({ url: webhook.url, webhooks: [...chain, webhook._id], deliveryId: id, at })
      // As of now, whichever version has matched: a secret that was replaced signs no longer than its grace.
      const signing = signingOf(webhook, live.get(webhook._id), at)
      const plan = addressDelivery({ id, webhook, body, at, signing, extra }, destination)
      if (plan.kind === 'fail') {
        return { kind: 'result', result: resultWithoutSend('failed', attempt, plan), verdict: UNTRIED }
      }
      if (!(await lease.begin())) return { kind: 'left' }
      // It was asked for too long: by the time of an answer somebody else may have it.
      if (ending.aborted) return { kind: 'unsure' }
      atStep('before-send', row._id)
      const outcome = await sender.send(plan.request)
      if (outcome.kind === 'full') return outcome
      if (outcome.kind === 'held-up') return { kind: 'unsure' }
      atStep('after-send', row._id)
      // Broken off by our own end: nobody knows whether it arrived, so it is sent again.
      if (outcome.kind === 'broken' && ending.aborted) return { kind: 'unknown' }
      return { kind: 'result', result: resultOfSend(attempt, plan.request, outcome), verdict: verdictOfSend(outcome) }
    },
    async giveUp() {},
  }
}
