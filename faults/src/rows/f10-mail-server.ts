import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { deliveryIdOf } from '../load/start-mailbox.ts'
import { judgeIsolation } from '../oracle/judges/judge-isolation.ts'
import { judgeMails } from '../oracle/judges/judge-mails.ts'
import { judgeOutcomes } from '../oracle/judges/judge-outcomes.ts'
import { together } from '../oracle/verdict.ts'
import {
  dieWhileSending,
  type MailedBatch,
  mailPhases,
  openMailWebhooks,
  sendAtEdge,
  sendBatch,
} from './mail-phases.ts'
import { lasting } from './own-requests.ts'

/** About as long as all the kinds of a bad mail server take. */
const CALM_S = 60
const SETTLE_MS = 2_000
const FACTOR = 2
const LIMIT = 50

const allowance = z.object({ limit: z.number(), used: z.number(), left: z.number() })

export const f10: FaultMatrixRow = {
  id: 'F10',
  title:
    'the mail server is down, slow, refuses for now, for good, one of two recipients, breaks TLS, hangs, is left by killed dispatchers; then 20 mails at once at the edge of the allowance',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  // Of each kind; with more than 5 nothing would be left for the edge.
  extent: { unit: 'times', promised: 3 },
  quietWithinMs: 120_000,
  mailAllowance: LIMIT,
  async fault(situation) {
    const { harm, mailbox, service } = situation
    const calm = await lasting(CALM_S)
    const webhooks = await openMailWebhooks(service.owner)
    const kinds = mailPhases(mailbox)
    await wait(SETTLE_MS)
    const phase = { name: 'a bad mail server', from: Date.now(), to: 0 }
    const all: MailedBatch[] = []
    for (const one of kinds) {
      await harm.phase(one.name, async () => all.push(await sendBatch(situation, webhooks, one)))
    }
    phase.to = Date.now()
    await harm.phase('killed', async () => all.push(await dieWhileSending(situation, webhooks)))
    const { left } = await readAllowance(situation)
    await harm.phase('edge', async () => all.push(await sendAtEdge(situation, webhooks, left)))
    const { used } = await readAllowance(situation)
    const taken = mailbox.mails().map(mail => ({ deliveryId: deliveryIdOf(mail), recipients: mail.recipients }))
    const mails = judgeMails({ limit: LIMIT, used, batches: all.map(({ batch }) => batch), taken })
    const outcomes = judgeOutcomes(all.flatMap(({ executed }) => executed))
    return ({ sent, deliveries }) =>
      together([mails, outcomes, judgeIsolation({ sent, deliveries, calm, phases: [phase], factor: FACTOR })])
  },
}

const readAllowance = async ({ service }: RowSituation) =>
  allowance.parse(await service.owner('GET', '/webhooks/mail-allowance'))
