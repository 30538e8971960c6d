import { mailServerRecord, type RecordedExchange, userId, type WebhookRecord, webhookRecord } from '@sluice/contracts'
import {
  claimGolden,
  GOLDEN_AT,
  GOLDEN_IMAGE,
  GOLDEN_TRACE,
  type GoldenScene,
  goldenExchange,
} from '@sluice/testkit/golden'
import { documentCountStore } from '../adapters/counts/document-count-store.ts'
import { documentClaimantStore } from '../adapters/document-claimant-store.ts'
import { documentMailAllowance } from '../adapters/document-mail-allowance.ts'
import { documentOccurrenceStore } from '../adapters/document-occurrence-store.ts'
import { documentQuarantine } from '../adapters/document-quarantine.ts'
import { createWaitingIndexes, documentWaitingStore } from '../adapters/document-waiting-store.ts'
import { createWatchIndexes, documentWatchStore } from '../adapters/document-watch-store.ts'
import { createWebhookIndexes, documentWebhookStore } from '../adapters/document-webhook-store.ts'
import { liveMailServers } from '../adapters/live-mail-servers.ts'
import { documentLogStore } from '../adapters/log/document-log-store.ts'
import { eventBudget } from '../adapters/log/event-budget.ts'
import { createTally } from '../domain/counts/tally.ts'
import { claimUntilEnd } from '../domain/execution/claim.ts'
import {
  type ExecutionResult,
  type ExecutionRow,
  logBody,
  noteOf,
  toEventRow,
  toExecutionRow,
} from '../domain/execution/execution.ts'
import { redeliveryId } from '../domain/execution/execution-id.ts'
import { MAIL_SERVER_ID } from '../domain/mail/mail-server.ts'
import { rotateSecret } from '../domain/webhook/rotate-secret.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LogStore } from '../ports/log-store.ts'
import { toMade } from '../routes/webhook-answer.ts'

const DAY_MS = 86_400_000
const SECRETS = [1, 2].map(number => `whsec_${Buffer.alloc(32, number).toString('base64')}`)
const SIGNATURE = {
  scheme: 'standard',
  prefix: 'x-golden',
  second: {
    scheme: 'hmac-sha256',
    header: 'x-hub-signature-256',
    label: 'sha256=',
    encoding: 'hex',
    secret: 'of the receiver that moves',
  },
}
const TARGET = 'https://hooks.example.com:443'
/** Larger than what stands in the row of its event. */
const LARGE_ANSWER = Buffer.from('{"of": "many"}'.repeat(200))

/** Webhooks and their versions, what they have done, what waits, and what is kept beside. */
export async function writeGolden(scene: GoldenScene): Promise<void> {
  const { store, db, at } = scene
  await createWebhookIndexes(store, db)
  await createWatchIndexes(store, db)
  await createWaitingIndexes(store, db)
  const versions = await writeWebhooks(scene)
  await writeLog(scene, versions)
  await writeWaiting(scene, versions.http)
  const mailServers = liveMailServers(scene)
  const mailServer = mailServerRecord.parse({
    _id: MAIL_SERVER_ID,
    host: 'mail.example.com',
    port: 587,
    secure: false,
    from: 'sluice@example.com',
    user: 'sluice',
    password: 'the password of the mail server',
    updatedAt: at,
  })
  const occasion = { actor: userId.parse('ann'), from: '192.0.2.7', at }
  const conditions = { ifMatch: undefined, mustBeNew: false }
  const write = { occasion, conditions, isDryRun: false, keepsPassword: false }
  await mailServers.put(mailServer, write)
  await mailServers.remove(write)
  await mailServers.put(mailServer, write)
  await documentMailAllowance({ store, db, limit: 50, now: () => at }).reserve('a-delivery', 2)
  await documentMailAllowance({ store, db, limit: 50, now: () => at, of: 'contacts' }).reserve('an-occurrence', 1)
  await writeOccurrence(scene)
  const watches = documentWatchStore(scene)
  await watches.startRecording({ _id: 'a-recording', kind: 'recording', from: at, until: new Date(+at + 60_000) })
  await watches.put({ _id: 'a-tail', kind: 'tail', from: at, until: new Date(+at + 30_000) })
  const claimants = documentClaimantStore({ store, db })
  await claimants.take('a-host:0.0.0.0:8080', { boot: 'a-boot', at, place: undefined }, undefined)
  const tally = createTally(10)
  const ended = { webhookId: 'by-http', eventAt: +at, endedAt: +at + 40, durationMs: 40 }
  tally.event(+at)
  tally.ended({ ...ended, isSuccess: true, statusCode: 200 })
  tally.ended({ ...ended, isSuccess: false, statusCode: 500 })
  const counted = tally.take()
  if (counted) await documentCountStore({ store, db }).add(counted, { writer: 'w0', number: 1 })
  const unreadable = { topic: 'exchange.completed.v1', partition: 3, offset: 41n, key: 'a-key', at }
  await documentQuarantine(scene).put({ ...unreadable, headers: { again: '1' }, value: GOLDEN_IMAGE }, 'no event')
}

type Versions = { http: WebhookVersion; email: WebhookVersion }

/** One that delivers by HTTP and has been changed, one by mail, one that is gone, and one that switched itself off and was switched on. */
async function writeWebhooks(scene: GoldenScene): Promise<Versions> {
  const { at } = scene
  const webhooks = documentWebhookStore(scene)
  const occasion = { actor: userId.parse('ann'), from: '192.0.2.7', at }
  const dates = { createdAt: at, updatedAt: at }
  const common = { condition: "path-prefix('/orders')", enabled: true, maxPerMinute: 600, version: 1, ...dates }
  const first = webhookRecord.parse({
    ...common,
    _id: 'by-http',
    name: 'Orders',
    type: 'http',
    url: 'https://hooks.example.com/orders',
    timeout_ms: 2000,
    headers: { authorization: 'Bearer of-the-target' },
    secret: SECRETS[0],
    retry: { attempts: 3, schedule: [1, 60] },
    transform: { enabled: true, template: '{"id": "{{id}}"}' },
  })
  const secrets = rotateSecret(first, { next: SECRETS[1] ?? '', graceSeconds: 86_400, at })
  const second = webhookRecord.parse({ ...first, ...secrets, version: 2 })
  const email = webhookRecord.parse({
    ...common,
    _id: 'by-mail',
    name: 'Orders by mail',
    type: 'email',
    secret: SECRETS[0],
    email: {
      to: ['ann@example.com'],
      cc: ['bob@example.com'],
      subject: 'New: {{id}}',
      bodyType: 'html',
      bodyTemplate: '<p>',
    },
  })
  const gone = webhookRecord.parse({ ...email, _id: 'gone' })
  const put = async (record: WebhookRecord): Promise<void> => {
    await webhooks.change(record._id, () => ({ kind: 'put', record }), { occasion })
  }
  for (const record of [first, second, email, gone]) await put(record)
  await webhooks.change(gone._id, () => ({ kind: 'remove' }), { occasion })
  await writeSigned(scene, webhookRecord.parse({ ...second, _id: 'signed', version: 1, signature: SIGNATURE }))
  const failing = webhookRecord.parse({
    ...first,
    _id: 'by-itself',
    enabled: false,
    disableAfter: { failures: 100, days: 5 },
    contact: ['ann@example.com'],
    autoDisabled: { at, since: new Date(+at - 5 * DAY_MS), failures: 100 },
  })
  const { autoDisabled: _, ...mended } = failing
  await put(failing)
  await put(webhookRecord.parse({ ...mended, enabled: true, switchedOnAt: at, version: 2 }))
  return { http: { webhook: second, from: 2, until: null }, email: { webhook: email, from: 3, until: null } }
}

/** One with a second signature, made by a POST whose answer is kept. */
async function writeSigned(scene: GoldenScene, record: WebhookRecord): Promise<void> {
  const { at } = scene
  const claim = await claimGolden(scene, { number: 50, target: '/webhooks', body: { name: record.name } })
  const made = toMade(record, { mailServers: { ...liveMailServers(scene), current: () => undefined }, now: () => at })
  await documentWebhookStore(scene).change(record._id, () => ({ kind: 'put', record }), {
    occasion: { actor: userId.parse('ann'), from: '192.0.2.7', at },
    settle: inside => claim.settle(inside, { made: JSON.stringify(made) }),
  })
}

/** Yesterday's failure, kept for longer; today's events that matched, matched nothing, and were refused. */
async function writeLog(scene: GoldenScene, { http, email }: Versions): Promise<void> {
  const { store, db, at, logger } = scene
  const budget = eventBudget({ store, db, maxBytes: 2 ** 30, now: () => at, logger })
  const log = documentLogStore({ store, db, budget })
  const yesterday = goldenExchange({ number: 10, at: +at - DAY_MS })
  const [failed] = await open(log, yesterday, [http])
  if (failed) await finish(log, failed, resultOf('failed'))
  await budget.round()
  await log.forgetDaysBefore(at, new Date(+at - 10 * DAY_MS))

  const matched = goldenExchange({ number: 11, responseBody: GOLDEN_IMAGE })
  const [delivered, mailed] = await open(log, matched, [http, email])
  if (delivered) {
    await finish(log, delivered, resultOf('success'))
    const again = { _id: redeliveryId(delivered._id, 1), redeliveryOf: delivered._id }
    await log.add({ ...delivered, ...again })
  }
  if (mailed) await finish(log, mailed, resultOfMail())
  const [waiting] = await open(log, goldenExchange({ number: 12, responseBody: LARGE_ANSWER }), [http])
  if (waiting) {
    const result = resultOf('failed')
    const nextAttemptAt = new Date(+at + 60_000)
    await log.note(waiting, { result, attempts: [noteOf(result, at)], nextAttemptAt })
  }
  await open(log, goldenExchange({ number: 13, path: '/elsewhere' }), [])
  await open(log, goldenExchange({ number: 14, path: '/secret', statusCode: 403 }), [])
  await log.clear('by-mail', +at - DAY_MS, { actor: userId.parse('ann'), from: '192.0.2.7', at })
  await budget.round()
}

async function open(
  log: LogStore,
  exchange: RecordedExchange,
  versions: readonly WebhookVersion[],
): Promise<ExecutionRow[]> {
  const claim = claimUntilEnd('dispatcher-1', 5_000, GOLDEN_AT)
  const rows = versions.map(version => ({ ...toExecutionRow(exchange, version, claim), traceparent: GOLDEN_TRACE }))
  return (await log.open(toEventRow(exchange, versions), rows)).map(({ row }) => row)
}

const finish = (log: LogStore, row: ExecutionRow, result: ExecutionResult): Promise<boolean> =>
  log.finish(row, result, [noteOf(result, row.at)])

function resultOf(status: 'success' | 'failed'): ExecutionResult {
  const isFailed = status === 'failed'
  return {
    status,
    attempt: 1,
    durationMs: 40,
    validJson: true,
    outgoing: {
      type: 'http',
      method: 'POST',
      url: 'https://hooks.example.com/orders',
      headers: [['content-type', 'application/json']],
      body: logBody(Buffer.from('{"id": "sent"}')),
    },
    response: { statusCode: isFailed ? 500 : 200, headers: [['x-a', 'b']], body: logBody(Buffer.from('answered')) },
    error: isFailed ? { stage: 'response', code: 'BAD_STATUS', message: 'The target answered 500.' } : null,
  }
}

const resultOfMail = (): ExecutionResult => ({
  status: 'success',
  attempt: 1,
  durationMs: 90,
  validJson: null,
  error: null,
  outgoing: {
    type: 'email',
    from: 'sluice@example.com',
    to: ['ann@example.com'],
    cc: [],
    subject: 'New: 11',
    body: logBody(Buffer.from('<p>')),
  },
  response: { statusCode: 250, headers: [], body: logBody(Buffer.from('queued')) },
})

/** A webhook that fails: what was told of it, and what is to be told yet. */
async function writeOccurrence({ store, db, at }: GoldenScene): Promise<void> {
  const now = at.getTime()
  const told = {
    state: 'failing',
    since: now,
    toldAt: now,
    toldNames: { 'webhook.failing': now },
    revision: 1,
  } as const
  const occurrence = {
    eventId: goldenExchange({ number: 13 }).event.id,
    name: 'webhook.failing',
    at: now,
    about: { webhookId: 'golden' },
    body: '{"occurrence":"webhook.failing"}',
    contact: ['ann@example.com'],
  } as const
  await documentOccurrenceStore({ store, db }).put({ _id: 'webhook/golden', ...told }, occurrence)
}

/** One that is to be tried again, and one of a dispatcher that died with it. */
async function writeWaiting(scene: GoldenScene, { webhook, from }: WebhookVersion): Promise<void> {
  const { at } = scene
  const waiting = documentWaitingStore({ ...scene, claimant: () => 'golden' })
  const [row] = [toExecutionRow(goldenExchange({ number: 12 }), { webhook, from, until: null }, { by: 'x', until: 0 })]
  const common = {
    webhookId: webhook._id,
    versionFrom: from,
    body: '{"id": "sent"}',
    isJson: true,
    chain: ['webhook-before'],
    dueAt: at,
    attempt: 2,
    attempts: [noteOf(resultOf('failed'), at)],
    isUncertain: false,
  }
  await waiting.add({ ...common, _id: row._id, target: TARGET, reason: 'retry' })
  await waiting.add({
    ...common,
    _id: 'held',
    target: 'smtp://mail.example.com:587',
    reason: 'full',
    subject: 'New',
    opening: row,
  })
  await waiting.claim({ webhookId: webhook._id, target: 'smtp://mail.example.com:587' }, { limit: 1, isDue: true })
}
