import { setTimeout as wait } from 'node:timers/promises'
import { eventually, makeSelfSigned } from '@sluice/testkit'
import type { ManagedProcess } from '../cluster/cluster.ts'
import type { AskAsOwner } from '../cluster/owner-client.ts'
import { createWebhook } from '../experiment/create-webhook.ts'
import { processesOf } from '../experiment/harm.ts'
import { readEnded } from '../experiment/read-executions.ts'
import type { RowSituation } from '../experiment/row.ts'
import type { RunMailbox } from '../load/start-mailbox.ts'
import type { MailBatch } from '../oracle/judges/judge-mails.ts'
import type { ExpectedOutcome, WebhookExecutions } from '../oracle/judges/judge-outcomes.ts'
import { askOnce } from './own-requests.ts'

/** What came of some mails: as the allowance and the mail server have to see it, and as the log has. */
export type MailedBatch = { batch: MailBatch; executed: WebhookExecutions[] }
export type MailWebhooks = { pair: string; edge: string }

/** What is promised of a mail, and a little. */
const WITHIN_MS = 30_500
const SLOW_MS = 3_000
const AT_EDGE = 20
const PAIR = { path: '/mails', recipients: 2 }
const EDGE = { path: '/edge', recipients: 3 }
const REFUSED_ADDRESS = 'b@example.com'

const SENT: ExpectedOutcome = { status: 'success', statusCode: 250 }
const NO_ROOM: ExpectedOutcome = { status: 'failed', stage: 'delivery', code: 'MAIL_ALLOWANCE_REACHED' }
const failed = (stage: string, code: string, statusCode?: number): ExpectedOutcome => ({
  status: 'failed',
  stage,
  code,
  ...(statusCode ? { statusCode } : {}),
})

type MailPhase = { name: string; prepare(): Promise<void>; outcome: ExpectedOutcome; counted: MailBatch['counted'] }

/** How the mail server behaves, one after another, and what has to come of it. */
export function mailPhases(mailbox: RunMailbox): MailPhase[] {
  const behaving = (manners: Parameters<RunMailbox['behave']>[0]) => () => mailbox.behave(manners)
  const refusing = (reply: string) => behaving({ message: () => reply })
  const taken = 'taken' as const
  return [
    { name: 'well', prepare: behaving({}), outcome: SENT, counted: taken },
    { name: 'down', prepare: mailbox.shut, outcome: failed('connect', 'CONNECTION_REFUSED'), counted: taken },
    { name: 'slow', prepare: behaving({ message: beSlow }), outcome: SENT, counted: taken },
    {
      name: 'refuses for now',
      prepare: refusing('451 4.3.0 Not now'),
      outcome: failed('message', 'MESSAGE_REFUSED', 451),
      counted: taken,
    },
    {
      name: 'refuses for good',
      prepare: refusing('554 5.7.1 Never'),
      outcome: failed('message', 'MESSAGE_REFUSED', 554),
      counted: taken,
    },
    {
      name: 'refuses one of two recipients',
      prepare: behaving({ recipient: address => (address === REFUSED_ADDRESS ? '550 5.1.1 Nobody' : undefined) }),
      outcome: failed('recipients', 'RECIPIENT_REFUSED', 550),
      counted: taken,
    },
    {
      name: 'breaks TLS',
      prepare: behaving({ tls: makeSelfSigned('127.0.0.1') }),
      outcome: failed('tls', 'TLS_FAILED'),
      counted: taken,
    },
    // Nobody knows whether it was taken: what was counted stays so.
    {
      name: 'hangs',
      prepare: behaving({ message: () => 'hang' }),
      outcome: failed('reply', 'TIMEOUT'),
      counted: 'all',
    },
  ]
}

async function beSlow(): Promise<undefined> {
  await wait(SLOW_MS)
}

export async function openMailWebhooks(owner: AskAsOwner): Promise<MailWebhooks> {
  const open = async (path: string, email: object) => {
    await owner('PUT', path)
    const webhook = { name: path, type: 'email', condition: `path('${path}') and method('POST')` }
    const common = { subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
    return createWebhook(owner, { ...webhook, email: { ...email, ...common } })
  }
  const to = ['a@example.com', REFUSED_ADDRESS]
  return {
    // The same person twice counts once.
    pair: await open(PAIR.path, { to, cc: ['A@Example.com'] }),
    edge: await open(EDGE.path, { to, cc: ['c@example.com'] }),
  }
}

/** Some mails, all at once, and what came of them. */
export async function sendBatch(
  situation: RowSituation,
  { pair }: MailWebhooks,
  { name, prepare, outcome, counted }: MailPhase,
): Promise<MailedBatch> {
  await prepare()
  const from = Date.now()
  const events = await askAll(situation, PAIR.path, situation.extent)
  const executions = await readEnded(situation.service.owner, pair, { from, count: events.length })
  const due = outcome.status === 'success' ? events.length : 0
  return {
    batch: { name, recipients: PAIR.recipients, executions, due, counted },
    executed: [{ name, events, outcome, withinMs: WITHIN_MS, executions, asked: undefined }],
  }
}

/** The dispatchers are killed when the server has the mails and has not yet answered: they come again, and are counted once. */
export async function dieWhileSending(situation: RowSituation, { pair }: MailWebhooks): Promise<MailedBatch> {
  const { cluster, harm, mailbox, service, extent } = situation
  const name = 'killed'
  await mailbox.behave({ message: () => 'hang' })
  const from = Date.now()
  const before = mailbox.offered()
  const events = await askAll(situation, PAIR.path, extent)
  await eventually(() => mailbox.offered() >= before + extent)
  const killAll = ([victim, ...others]: readonly ManagedProcess[]): Promise<void> =>
    victim ? harm.killFor(victim, 0, () => killAll(others)) : mailbox.behave({})
  await killAll(processesOf(cluster, 'webhook-dispatcher'))
  const executions = await readEnded(service.owner, pair, { from, count: events.length })
  return {
    batch: { name, recipients: PAIR.recipients, executions, due: events.length, counted: 'all' },
    executed: [{ name, events, outcome: SENT, withinMs: WITHIN_MS, executions, asked: undefined }],
  }
}

/** More mails at once than there is room for. @param left what the allowance has left */
export async function sendAtEdge(situation: RowSituation, { edge }: MailWebhooks, left: number): Promise<MailedBatch> {
  const name = 'edge'
  const from = Date.now()
  const events = await askAll(situation, EDGE.path, AT_EDGE)
  const executions = await readEnded(situation.service.owner, edge, { from, count: events.length })
  const sent = new Set(executions.filter(({ status }) => status === 'success').map(({ eventId }) => eventId))
  const part = (isSent: boolean, outcome: ExpectedOutcome): WebhookExecutions => ({
    name: `${name}, ${outcome.status}`,
    events: events.filter(eventId => sent.has(eventId) === isSent),
    outcome,
    withinMs: WITHIN_MS,
    executions: executions.filter(({ eventId }) => sent.has(eventId) === isSent),
    asked: undefined,
  })
  const due = Math.min(AT_EDGE, Math.floor(left / EDGE.recipients))
  return {
    batch: { name, recipients: EDGE.recipients, executions, due, counted: 'taken' },
    executed: [part(true, SENT), part(false, NO_ROOM)],
  }
}

async function askAll({ cluster }: RowSituation, path: string, count: number): Promise<string[]> {
  const asked = Array.from({ length: count }, (_, index) => askOnce(cluster, { index, path, body: {} }))
  return (await Promise.all(asked)).flatMap(eventId => eventId ?? [])
}
