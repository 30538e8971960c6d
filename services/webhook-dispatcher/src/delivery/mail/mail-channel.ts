import type { EmailWebhook } from '@sluice/contracts'
import type { DeliveryError } from '../../domain/execution/execution.ts'
import { resultWithoutSend } from '../../domain/execution/execution-result.ts'
import { allowanceReached } from '../../domain/execution/mail-allowance.ts'
import { MAIL_NOT_CONFIGURED, resultOfMail } from '../../domain/execution/mail-result.ts'
import { UNTRIED, verdictOfMail } from '../../domain/execution/verdict.ts'
import { type MailServer, mailTarget } from '../../domain/mail/mail-server.ts'
import { addressMail, type PlannedMail, renderMail } from '../../domain/mail/plan-mail.ts'
import type { TemplateOf } from '../../domain/template/render-template.ts'
import type { LiveWebhooks } from '../../ports/live-webhooks.ts'
import type { MailAllowance } from '../../ports/mail-allowance.ts'
import type { MailServers } from '../../ports/mail-servers.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { AttemptEnd, Channel, ChannelDelivery } from '../channel.ts'
import type { Persist } from '../persist.ts'
import { atStep } from '../steps.ts'

type MailChannelDependencies = {
  mailer: Mailer
  mailServers: MailServers
  live: Pick<LiveWebhooks, 'catchUp'>
  allowance: MailAllowance
  templateOf: TemplateOf
  persist: Persist
  /** Aborted at the end of the process: what is still being sent then is broken off. */
  ending: AbortSignal
}

/** Mails by the owner's server, or by the service's within the daily allowance. */
export function mailChannel(dependencies: MailChannelDependencies) {
  const { mailServers, templateOf, allowance, persist } = dependencies
  return (webhook: EmailWebhook): Channel => {
    const server = mailServers.current()
    return {
      target: server ? mailTarget(server) : 'mail',
      host: server && `${server.host}:${server.port}`,
      render: exchange => renderMail(webhook, exchange, templateOf),
      async attempt(sending, body) {
        if (!server) return failBy(undefined, fail(sending, MAIL_NOT_CONFIGURED), dependencies)
        const mail = addressMail({ id: sending.row._id, webhook, body, from: server.from })
        return server.isOwners
          ? sendMail({ mail, server, place: NO_PLACE }, sending, dependencies)
          : sendCounted({ mail, server }, sending, dependencies)
      },
      // What an attempt that was broken off has reserved it may also have used.
      async giveUp({ row, isUncertain }) {
        if (!isUncertain) await persist(() => allowance.release(row._id))
      },
    }
  }
}

const fail = ({ attempt }: ChannelDelivery, error: DeliveryError): AttemptEnd => ({
  kind: 'result',
  result: resultWithoutSend('failed', attempt, error),
  verdict: UNTRIED,
})

/** A failure that another server would not have: this process may be behind, so it counts only by the server of now. */
async function failBy(
  server: MailServer | undefined,
  failure: AttemptEnd,
  { live, mailServers }: Pick<MailChannelDependencies, 'live' | 'mailServers'>,
): Promise<AttemptEnd> {
  const isPresent = (await live.catchUp()) && mailServers.current() === server
  return isPresent ? failure : { kind: 'unsure' }
}

type CountedMail = { mail: PlannedMail; server: MailServer }

async function sendCounted(
  { mail, server }: CountedMail,
  sending: ChannelDelivery,
  dependencies: MailChannelDependencies,
): Promise<AttemptEnd> {
  const { length } = mail.recipients
  const reservation = await dependencies.allowance.reserve(sending.row._id, length)
  if (reservation.kind === 'reached')
    return failBy(server, fail(sending, allowanceReached(length, reservation.state)), dependencies)
  const isNew = reservation.kind === 'reserved'
  // An attempt that was broken off may have used what it had reserved: that is not this one's to give back.
  return sendMail({ mail, server, place: { isNew, isUnused: isNew || !sending.isUncertain } }, sending, dependencies)
}

/** `place`: what this attempt has in the allowance, and may give back. */
type ReservedMail = CountedMail & { place: { isNew: boolean; isUnused: boolean } }
const NO_PLACE = { isNew: false, isUnused: false }

async function sendMail(
  ready: ReservedMail,
  sending: ChannelDelivery,
  dependencies: MailChannelDependencies,
): Promise<AttemptEnd> {
  const { mail, server } = ready
  const { row, lease } = sending
  const { mailer, ending } = dependencies
  if (!(await lease.begin())) return { kind: 'left' }
  if (ending.aborted) return { kind: 'unsure' }
  atStep('before-send', row._id)
  const outcome = await mailer.send(mail, server)
  if (outcome.kind !== 'full') atStep('after-send', row._id)
  if (isBrokenOff(outcome) && ending.aborted) return { kind: 'unknown' }
  return countBy(ready, { outcome, sending }, dependencies)
}

type Answered = { outcome: Awaited<ReturnType<Mailer['send']>>; sending: ChannelDelivery }

/** What the server did not take counts only by the server of now, as in `failBy`; what it had reserved is given back then. */
async function countBy(
  { mail, server, place }: ReservedMail,
  { outcome, sending: { row, attempt } }: Answered,
  dependencies: MailChannelDependencies,
): Promise<AttemptEnd> {
  const { allowance, persist } = dependencies
  const release = async () => void (await persist(() => allowance.release(row._id)))
  if (outcome.kind === 'full') {
    // What an earlier attempt has reserved is kept, as by any other that waits for its next one.
    if (place.isNew) await release()
    return outcome
  }
  const tookNothing = outcome.kind === 'failed' && outcome.tookNothing
  const giveBack = tookNothing && place.isUnused ? release : undefined
  const result = resultOfMail(attempt, mail, outcome)
  const end: AttemptEnd = { kind: 'result', result, verdict: verdictOfMail(outcome), giveBack }
  if (!tookNothing) return end
  const counted = await failBy(server, end, dependencies)
  if (counted.kind === 'unsure') await giveBack?.()
  return counted
}

const isBrokenOff = (outcome: Answered['outcome']) => outcome.kind === 'failed' && outcome.reply === null
