import type { Db, Document } from 'mongodb'
import type { RowSituation } from '../experiment/row.ts'

const HUGE = 'x'.repeat(4 * 1024 ** 2)
/** Everything of these topics is read anew when an entry of the change log is missing. */
const TOPICS = ['apps', 'acl', 'webhooks'] as const

/** Documents that no check has seen, by the collection that they are put into. */
const BAD_DOCUMENTS: Readonly<Record<'gql-apps' | 'acl' | 'webhooks' | 'webhookVersions', readonly BadDocument[]>> = {
  'gql-apps': [
    { _id: 'bad-blank' },
    { _id: 'bad-null', descriptor: null, schema: null, mappings: null },
    { _id: 'bad-huge', descriptor: { name: 'huge', enabled: true, uri: 'bad-huge' }, schema: HUGE, mappings: {} },
    {
      _id: 'bad-half',
      descriptor: { name: 'half', enabled: true, uri: 'bad-half' },
      schema: 'type Query { order(',
      mappings: {},
    },
  ],
  acl: [
    { _id: 'bad-blank' },
    { _id: 'bad-null', roles: null, predicate: null, priority: null, mongo: null },
    { _id: 'bad-huge', roles: ['driver'], predicate: HUGE, priority: 1_000 },
    // Cut short, it would match everything before all others, and let nobody see anything.
    {
      _id: 'bad-half',
      roles: ['driver'],
      predicate: "path-prefix('/",
      priority: 1_000,
      mongo: { readFilter: { _id: 0 } },
    },
  ],
  webhooks: [
    { _id: 'bad-blank' },
    { _id: 'bad-null', name: null, condition: null, url: null },
    { _id: 'bad-huge', name: HUGE, condition: "path('/')", url: 'http://127.0.0.1:1/', enabled: true },
    { _id: 'bad-half', name: 'half', condition: "path('", enabled: true },
  ],
  webhookVersions: [
    { _id: 'bad-blank' },
    { _id: 'bad-null', webhookId: null, from: null, until: null, webhook: null, endedAt: null },
    { _id: 'bad-huge', webhookId: 'bad-huge', from: 0, until: null, webhook: { name: HUGE }, endedAt: null },
    { _id: 'bad-half', webhookId: 'bad-half', from: 0, until: null, webhook: { name: 'half', condition: "path('" } },
  ],
}

type BadDocument = Document & { _id: string }

/** Past everything that judges what is saved. */
export async function putBadDocuments(db: Db): Promise<void> {
  for (const [collection, documents] of Object.entries(BAD_DOCUMENTS)) {
    await db.collection<BadDocument>(collection).insertMany([...documents])
  }
  await haveAllReadAnew(db)
}

export async function removeBadDocuments(db: Db): Promise<void> {
  for (const [collection, documents] of Object.entries(BAD_DOCUMENTS)) {
    await db.collection<BadDocument>(collection).deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } })
  }
  await haveAllReadAnew(db)
}

/** Makes every process read all anew, as it does when entries were lost. */
async function haveAllReadAnew(db: Db): Promise<void> {
  const counters = db.collection<{ _id: string; sequence: number }>('_changeCounters')
  for (const topic of TOPICS) await counters.updateOne({ _id: topic }, { $inc: { sequence: 1 } })
}

/** Lines in which a process says what it does not use. */
export async function countComplaints({ cluster }: RowSituation): Promise<number> {
  const lines = await Promise.all(cluster.processes.map(one => one.linesWith(IGNORED)))
  return lines.flat().length
}

const IGNORED = /"(?:app|webhook)\.unusable"|"permission\.ignored"/
