import { type Refusal, refuseFields, type WebhookId, webhookId } from '@sluice/contracts'

/** Segments that stand for something else beside webhooks, or may one day. */
const RESERVED: ReadonlySet<string> = new Set([
  '_id',
  '_meta',
  '_size',
  'check',
  'conditions',
  'draft',
  'events',
  'explain',
  'health',
  'listen',
  'logs',
  'mail-allowance',
  'mail-server',
  'preview',
  'recordings',
  'redeliver',
  'secret',
  'stats',
  'tail',
  'templates',
  'test',
  'validate',
  'versions',
])

/** An id that a client chooses can stand in a path as it is, and is no step in it. */
const CHOSEN = /^(?!\.+$)[A-Za-z0-9._-]{1,100}$/

const RULE = '1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", and not dots alone.'

/** Reads the id that a client has chosen for a new webhook. */
export function readChosenId(text: string | undefined): { kind: 'chosen'; id: WebhookId } | Refusal {
  if (text === undefined || !CHOSEN.test(text)) return refuseId(`The id of a webhook has ${RULE}`)
  if (RESERVED.has(text)) return refuseId(`"${text}" is reserved. Choose another id.`)
  return { kind: 'chosen', id: webhookId.parse(text) }
}

/** A document may repeat the id that it is written under, and may name no other. */
export function refuseOtherId(id: WebhookId, { _id: named }: Readonly<Record<string, unknown>>): Refusal | undefined {
  if (named === undefined || named === id) return undefined
  return refuseId(
    'The _id in the body is not the one in the path, and the id of a webhook never changes. Leave it out.',
  )
}

const refuseId = (message: string): Refusal => refuseFields([{ path: '_id', message }])
