import { type Refusal, refuse, type WebhookId, type WebhookRecord } from '@sluice/contracts'
import {
  type Answer,
  isDryRun,
  isThere,
  judgePreconditions,
  occasionOf,
  ok,
  type Preconditions,
  readPreconditions,
  type ServiceRequest,
} from '@sluice/service-kit'
import { newSigningSecret } from '../domain/request/sign-delivery.ts'
import type { OpenBlock } from '../domain/target/public-address.ts'
import { nextVersion } from '../domain/webhook/next-version.ts'
import { checkWebhook, doSame, withoutReadOnly } from '../domain/webhook/webhook-document.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { MailServers } from '../ports/mail-servers.ts'
import type { WebhookChange, WebhookPlace, WebhookStore, WebhookWrite } from '../ports/webhook-store.ts'
import { permittedWebhooks } from './permitted-webhooks.ts'
import { answerNew, noSuchWebhook, pluginIsOff, showSaved } from './webhook-answer.ts'

export type SaveWebhook = {
  webhooks: WebhookStore
  live: LiveWebhooks
  mailServers: MailServers
  open: readonly OpenBlock[]
  now: () => Date
}

export type WebhookEdit = {
  id: WebhookId
  /** Whether a webhook is made where none is. */
  canMake: boolean
  /** Makes the document that is to be, out of the stored webhook; undefined where one is to be made. */
  edit(stored: WebhookRecord | undefined): Readonly<Record<string, unknown>>
  /** The webhook whose header values the masks in that document stand for; by default the stored one. */
  masked?: WebhookRecord
}

/** What was found instead of a reason to write. */
type LeftWebhook = Refusal | { kind: 'same'; record: WebhookRecord }

/**
 * Saves what an edit makes of a webhook as its next version, by the rules of the caller's permission and the preconditions
 * of the request. Where the edit changes nothing, the version stays.
 */
export async function saveWebhook(
  dependencies: SaveWebhook,
  request: ServiceRequest,
  { id, canMake, edit, masked }: WebhookEdit,
): Promise<Answer | Refusal> {
  const { webhooks, live, mailServers, open, now } = dependencies
  const permitted = permittedWebhooks(dependencies, request.caller)
  const conditions = readPreconditions(request)
  const making = { id, at: now(), newSecret: newSigningSecret(), writer: permitted.hearing }
  const isTrial = isDryRun(request)
  const decide = (place: WebhookPlace): WebhookWrite<LeftWebhook> => {
    const refusal = refusePlace(place, { conditions, canMake, live }) ?? permitted.findOtherId(id)
    if (refusal) return { kind: 'leave', result: refusal }
    const stored = place.kind === 'stored' ? place.record : undefined
    const checked = checkWebhook(withoutReadOnly(permitted.merge(edit(stored))), { stored, masked }, open)
    if (checked.kind === 'refuse') return { kind: 'leave', result: checked }
    const lastVersion = place.kind === 'free' ? place.lastVersion : 0
    const record = nextVersion(checked.input, { stored, lastVersion }, making)
    if (stored && doSame(stored, record)) return { kind: 'leave', result: { kind: 'same', record: stored } }
    return { kind: 'put', record }
  }
  const options = { among: permitted.writable, isDryRun: isTrial, occasion: occasionOf(request, making.at) }
  const outcome = await webhooks.change(id, decide, options)
  const saved = savedOf(outcome)
  if (saved.kind === 'refuse') return saved
  const { record } = saved
  if (saved.kind === 'made') return answerNew(record, { permitted, mailServers, now, isDryRun: isTrial })
  // A change that came to nothing may be one that was sent again: whoever is answered counts on it being live.
  if (saved.kind === 'same' && !isTrial) await live.catchUp()
  const { _etag, ...shown } = showSaved(isTrial ? triedRecord(saved) : record, { mailServers, now })
  if (isTrial) return ok(permitted.showTried(record, shown))
  return ok(await permitted.showWritten(record, { ...shown, _etag }), { etag: permitted.etagOf(record) })
}

type SavedWebhook =
  | { kind: 'made' | 'same'; record: WebhookRecord }
  | { kind: 'changed'; record: WebhookRecord; before: WebhookRecord }
  | Refusal

function savedOf(outcome: WebhookChange<LeftWebhook>): SavedWebhook {
  if (outcome.kind === 'left') return outcome.result
  if (!outcome.after) return noSuchWebhook()
  const { before, after: record } = outcome
  return before ? { kind: 'changed', record, before } : { kind: 'made', record }
}

/**
 * A webhook as a trial would leave it, under the version that is stored: whether a write would make another one tells
 * who guesses a value that he is not shown whether the guess is right.
 */
function triedRecord(saved: Exclude<SavedWebhook, Refusal>): WebhookRecord {
  if (saved.kind !== 'changed') return saved.record
  const { version, updatedAt } = saved.before
  return { ...saved.record, version, updatedAt }
}

type SaveTerms = { conditions: Preconditions; canMake: boolean; live: Pick<LiveWebhooks, 'isPluginEnabled'> }

/** Says why nothing is saved at this place, whatever the document. */
function refusePlace(place: WebhookPlace, { conditions, canMake, live }: SaveTerms): Refusal | undefined {
  if (place.kind === 'stored') return judgePreconditions(conditions, String(place.record.version))
  if (!canMake) return noSuchWebhook()
  if (place.kind !== 'free') return conditions.mustBeNew ? isThere() : idIsTaken()
  return judgePreconditions(conditions, undefined) ?? (live.isPluginEnabled() ? undefined : pluginIsOff())
}

/** Says that what stands there is not the caller's to replace, or that this version of Sluice can't read it. */
const idIsTaken = (): Refusal =>
  refuse('CONFLICT', 'This id is taken by a webhook that can not be replaced from here. Choose another id.', [
    { path: '_id', message: 'This id is taken.' },
  ])
