import { webhookId, webhookRecord } from '@sluice/contracts'
import { allOf, withinField } from '@sluice/documents'
import type { Collection, Document } from '@sluice/store'
import { z } from 'zod'
import type { UnreadableVersion, WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { WebhookStore, WebhookVersionSummary } from '../ports/webhook-store.ts'
import { describeUnreadable, type UnreadableDocument } from './unreadable-document.ts'

/** A version as it is stored; `endedAt` is when it ended, for its removal after the log's retention. */
const versionRow = z.object({
  _id: z.string(),
  webhookId: z.string(),
  from: z.int(),
  until: z.int().nullable(),
  webhook: webhookRecord,
  endedAt: z.date().nullable(),
  /** The author of the version; left out by versions of Sluice that did not tell. */
  by: z.string().nullish(),
})

const toVersion = ({ from, until, webhook }: z.infer<typeof versionRow>): WebhookVersion => ({ from, until, webhook })

/** What can be said of a version that can't be read: whose it is, when it is in force, and whether it is plainly off. */
const unreadableRow = versionRow.pick({ from: true, until: true }).extend({
  webhookId,
  webhook: z
    .object({ version: z.int().catch(0), enabled: z.unknown().transform(enabled => enabled !== false) })
    .catch({ version: 0, enabled: true }),
})

function toUnreadable(document: Document): UnreadableVersion[] {
  const { success, data } = unreadableRow.safeParse(document)
  if (!success) return []
  const { webhookId, from, until, webhook } = data
  return [{ from, until, webhook: { ...webhook, _id: webhookId } }]
}

type ReadVersions = { versions: WebhookVersion[]; unreadable: UnreadableVersion[] }

/**
 * Reads versions as they are stored. One that can't be read is told of and kept apart: a newer version of Sluice may have
 * written it. Left out is only what does not say of which webhook and time it is.
 */
export function readVersions(
  documents: readonly Document[],
  tell: (unreadable: UnreadableDocument) => void = () => {},
): ReadVersions {
  const read: ReadVersions = { versions: [], unreadable: [] }
  for (const document of documents) {
    const parsed = versionRow.safeParse(document)
    if (parsed.success) read.versions.push(toVersion(parsed.data))
    else {
      tell(describeUnreadable(document, parsed.error))
      read.unreadable.push(...toUnreadable(document))
    }
  }
  return read
}

/** What can be said of any version in a list of them. */
const summaryRow = z.object({
  webhook: z.object({ version: z.int(), updatedAt: z.date() }),
  by: z.string().nullable().catch(null).default(null),
})

function toSummary(row: Document): WebhookVersionSummary[] {
  const { data } = summaryRow.safeParse(row)
  return data ? [{ version: data.webhook.version, at: data.webhook.updatedAt, by: data.by }] : []
}

/** Finds the versions that judge events with sequences from `first` to `last`. */
export const judgingFilter = ({ first, last }: { first: number; last: number }): Document => ({
  from: { $lte: last },
  $or: [{ until: null }, { until: { $gt: first } }],
})

type DocumentVersions = Pick<
  WebhookStore,
  'versionsOf' | 'versionsJudging' | 'versionAt' | 'versions' | 'version' | 'forgetVersionsBefore'
>

/** Versions of webhooks on the document store, one row each, as they are read and forgotten. */
export const documentVersions = (versions: Collection): DocumentVersions => ({
  async versionsOf(webhookId, range) {
    return readVersions(await versions.find({ webhookId, ...judgingFilter(range) })).versions
  },

  async versionsJudging(sequence, most) {
    const filter = { ...judgingFilter({ first: sequence, last: sequence }), 'webhook.enabled': { $ne: false } }
    return readVersions(await versions.find(filter, { limit: most })).versions
  },

  async versionAt(webhookId, from) {
    const { versions: readable, unreadable } = readVersions(await versions.find({ webhookId, from }))
    return readable[0] ?? (unreadable.length > 0 ? 'unreadable' : undefined)
  },

  async versions(webhookId, { among, skip, limit }) {
    const filter = allOf({ webhookId }, withinField(among, 'webhook'))
    const projection = { by: 1, 'webhook.version': 1, 'webhook.updatedAt': 1 } as const
    const [rows, total] = await Promise.all([
      versions.find(filter, { sort: { from: -1 }, skip, limit, projection }),
      versions.count(filter),
    ])
    return { versions: rows.flatMap(toSummary), total }
  },

  async version(webhookId, version, among) {
    const filter = { webhookId, 'webhook.version': version }
    const row = await versions.findOne(allOf(filter, withinField(among, 'webhook')), { sort: { from: -1 } })
    return row && (webhookRecord.safeParse(row.webhook).data ?? 'unreadable')
  },

  async forgetVersionsBefore(moment) {
    await versions.deleteMany({ until: { $ne: null }, endedAt: { $lt: moment } })
  },
})
