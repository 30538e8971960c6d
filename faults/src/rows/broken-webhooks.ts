import type { Db } from 'mongodb'
import { createWebhook } from '../experiment/create-webhook.ts'
import { readEnded, readSkipped } from '../experiment/read-executions.ts'
import type { RowSituation } from '../experiment/row.ts'
import type { ExpectedOutcome, WebhookExecutions } from '../oracle/judges/judge-outcomes.ts'

type VersionRow = { _id: string; webhookId: string; from: number; until: number | null; webhook: object }

/** What the rig reckons with is not in the store. */
class NoVersionError extends Error {
  override name = 'NoVersionError'
}

/** A webhook as it is put into the store, past everything that judges what is saved. */
type BrokenKind = {
  name: string
  condition: string
  outcome: ExpectedOutcome
  template?: string
  spoil?: Record<string, unknown>
}
export type Broken = BrokenKind & { id: string }

export const ASK_PATH = '/poison'
/** Ten of these are more than a delivery may have. */
const LONG_TEXT = 'x'.repeat(60_000)
export const ASK_BODY = { items: Array.from({ length: 10 }, (_, number) => number) }
const ASKED = `path('${ASK_PATH}') and method('POST')`
const FOREVER = 2 ** 40
const WITHIN_MS = 1_500
const NO_TEMPLATE: ExpectedOutcome = { status: 'failed', stage: 'template', code: 'TEMPLATE_FAILED' }

const KINDS: readonly BrokenKind[] = [
  {
    name: 'a healthy webhook',
    condition: `path-prefix('${ASK_PATH}') and method('POST')`,
    outcome: { status: 'success', statusCode: 204 },
  },
  {
    name: 'a condition that is none',
    condition: ASKED,
    spoil: { condition: "path('" },
    outcome: { status: 'skipped', says: 'is not closed' },
  },
  {
    name: 'a template that is none',
    condition: ASKED,
    spoil: { transform: { enabled: true, template: '{{#never' } },
    outcome: NO_TEMPLATE,
  },
  {
    name: 'a template that bursts',
    condition: ASKED,
    template: `{{#request.body.items}}${LONG_TEXT}{{/request.body.items}}`,
    outcome: NO_TEMPLATE,
  },
]

/** @param url of a target that takes everything */
export async function makeBroken({ service }: RowSituation, db: Db, url: string): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const kind of KINDS) {
    const { name, condition, template = '', spoil } = kind
    const transform = { enabled: template !== '', template }
    const id = await createWebhook(service.owner, { name, condition, url, transform })
    if (spoil) await putSpoilt(db, id, spoil)
    // Tells the dispatchers to look again. The spoilt version is in force beside a new one, which never fires.
    if (spoil) await service.owner('PATCH', `/webhooks/${id}`, { condition: "path('/nowhere')" })
    broken.push({ ...kind, id })
  }
  return broken
}

/** One more version of it, in force for ever. */
async function putSpoilt(db: Db, webhookId: string, spoil: Record<string, unknown>): Promise<void> {
  const versions = db.collection<VersionRow>('webhookVersions')
  const sound = await versions.findOne({ webhookId, until: null })
  if (!sound) throw new NoVersionError(`The webhook ${webhookId} has no version in the store.`)
  const webhook = { ...sound.webhook, ...spoil }
  await versions.insertOne({ ...sound, _id: `${webhookId}.spoilt`, from: sound.from - 1, until: FOREVER, webhook })
}

/** `asked`: of requests; `made`: of events that were put on the bus. Only the healthy one is for both. */
export type BrokenEvents = { from: number; asked: readonly string[]; made: readonly string[] }

export async function readBroken(
  { service: { owner } }: RowSituation,
  broken: readonly Broken[],
  { from, asked, made }: BrokenEvents,
): Promise<WebhookExecutions[]> {
  const all: WebhookExecutions[] = []
  for (const [index, { name, id, outcome }] of broken.entries()) {
    const events = index === 0 ? [...asked, ...made] : asked
    const executions =
      outcome.status === 'skipped'
        ? (await readSkipped(owner, id, { from, text: ASK_PATH })).filter(({ eventId }) => asked.includes(eventId))
        : await readEnded(owner, id, { from, count: events.length })
    all.push({ name, events, outcome, withinMs: WITHIN_MS, executions, asked: undefined })
  }
  return all
}
