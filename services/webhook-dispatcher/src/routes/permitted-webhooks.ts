import {
  DOCUMENT_RULES,
  type DocumentRuleName,
  type GrantedRules,
  type HearingScope,
  refuse,
  type WebhookId,
  type WebhookRecord,
} from '@sluice/contracts'
import {
  allOf,
  applyReadRules,
  applyWriteRules,
  couldRead,
  etagVariant,
  findOtherFixedId,
  formatDocument,
  isHidden,
  planProjection,
  readRules,
  type Visibility,
  visibilityOf,
} from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { NOTHING } from '../domain/occurrence/hearing.ts'
import { mergeFields } from '../domain/webhook/merge-fields.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'

/** What routes of webhooks apply whose answers show nothing but fields of webhooks, or nothing at all. */
export const RULES_OF_WEBHOOKS = DOCUMENT_RULES

/**
 * What routes apply whose answers tell of a webhook in another form: log entries and tests show its url, its condition
 * and its header names wherever they come up. A projection can't be applied to that, so a permission that has one is refused.
 */
export const RULES_OF_LOGS: readonly DocumentRuleName[] = DOCUMENT_RULES.filter(rule => rule !== 'projectResponse')

type PermittedWebhooksDependencies = { live: LiveWebhooks; webhooks: WebhookStore }
type Fields = Readonly<Record<string, unknown>>

/** The webhooks as far as the permission of one caller reaches them. What it leaves out answers as what is not there. */
export type PermittedWebhooks = ReturnType<typeof permittedWebhooks>

/** @param caller whose permission it is; without rules, all webhooks are reached */
export function permittedWebhooks(
  { live, webhooks }: PermittedWebhooksDependencies,
  { permission, principal }: ServiceRequest['caller'],
) {
  const rules = readRules(permission?.rules ?? null)
  const visibility = visibilityOf(rules, [])
  const variant = etagVariant(rules)
  const projection = planProjection(undefined, visibility)
  const readable = applyReadRules({}, rules)
  const writable = applyWriteRules({}, rules)

  /** When a webhook was switched, by itself or by somebody, tells whether it is on. */
  function shape(shown: Document): Document {
    const { autoDisabled, switchedOnAt, ...unswitched } = shown
    return projection.shape(isHidden('enabled', visibility) ? unswitched : shown)
  }

  /** What no filter narrows is at hand; else the filter and what is shown have to be of one and the same state. */
  async function findOne(id: string | undefined, among: Document): Promise<WebhookRecord | undefined> {
    if (isOpen(among)) return live.get(id ?? '')
    const [found] = await webhooks.find(allOf({ _id: id ?? '' }, among))
    return found
  }

  return {
    /** Whether no webhook is left out, those included that are gone. */
    reachesAll: isOpen(readable),
    all: async (): Promise<WebhookRecord[]> => (isOpen(readable) ? live.all() : webhooks.find(readable)),
    toRead: (id: string | undefined) => findOne(id, readable),
    toWrite: (id: string | undefined) => findOne(id, writable),
    /** One that is acted on by what is answered with something of it. */
    toUse: (id: string | undefined) => findOne(id, allOf(readable, writable)),
    /** What may be read, for versions of a webhook too. */
    readable,
    /** What a change may be about; for `WebhookStore.change`, which judges it in the moment of the write. */
    writable,
    /** The same, where the answer is all that the change is made for. */
    usable: allOf(readable, writable),
    /** A document with the fields that the permission sets; they win over what was sent. */
    merge: (document: Fields): Fields => mergeFields(document, rules.mergeRequest),
    fixedFields: fixedFieldsOf(rules),
    /** Judges a write of the webhook where the permission sets an `_id`. */
    findOtherId: (id: WebhookId) => findOtherFixedId(id, rules.mergeRequest),
    /** What a webhook that the caller writes may hear of others. */
    hearing: { user: principal.id, among: hearingAmong(readable, visibility) } satisfies HearingScope,
    canSee: (field: string): boolean => !isHidden(field, visibility),
    show: shape,
    /** The ETag of what the caller is shown of a webhook. */
    etagOf: ({ version }: Pick<WebhookRecord, 'version'>): string => `"${version}${variant && `.${variant}`}"`,
    /** What is answered to a write: a webhook that the caller may not read is told by its id alone. */
    async showWritten({ _id }: { _id: WebhookId }, shown: Document): Promise<Document> {
      const isReadable = isOpen(readable) || (await webhooks.find(allOf({ _id }, readable))).length > 0
      return shape(isReadable ? shown : { _id })
    },
    /** The same for a write that is only tried. */
    showTried: (record: WebhookRecord, shown: Document): Document =>
      shape(couldRead(record, rules) ? shown : { _id: record._id }),
  }
}

/** What is told of a webhook: who may not be shown it hears of none. */
const TOLD_FIELDS = [
  '_id',
  'name',
  'type',
  'enabled',
  'disableAfter.days',
  'autoDisabled.at',
  'autoDisabled.since',
  'heldBack.waiting',
  'heldBack.since',
  'health.state',
  'health.since',
  'health.day',
  'health.lastAt',
  'health.lastStatusCode',
]

function hearingAmong(readable: Document, visibility: Visibility): string[] {
  if (TOLD_FIELDS.some(field => isHidden(field, visibility))) return [NOTHING]
  return isOpen(readable) ? [] : [formatDocument(readable, 'canonical')]
}

const isOpen = (filter: Document): boolean => Object.keys(filter).length === 0

const fixedFieldsOf = ({ mergeRequest = {} }: GrantedRules): readonly string[] => Object.keys(mergeRequest)

/** A secret that is shown to nobody would leave the receiver with signatures that it can't verify. */
export function refuseUnseenSecret({ canSee, fixedFields }: PermittedWebhooks) {
  if (fixedFields.includes('secret')) {
    return refuse('FORBIDDEN', 'Your permission fixes the secret of webhooks, so that it can not be rotated with it.')
  }
  if (canSee('secret')) return undefined
  const message =
    'Your permission hides the secret, and the answer is the only place that shows a new one. Send one of your own: PATCH /webhooks/<id> {"secret": "whsec_…"}.'
  return refuse('FIELD_HIDDEN', message, [{ path: 'secret', message }])
}
