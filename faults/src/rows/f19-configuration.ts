import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { backendOf, processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { sendRequest } from '../load/send-request.ts'
import { type AskedOnce, judgeAnswers } from '../oracle/judges/judge-answers.ts'
import { judgeSaves, type SavedOften } from '../oracle/judges/judge-saves.ts'
import { together } from '../oracle/verdict.ts'
import { countComplaints, putBadDocuments, removeBadDocuments } from './bad-documents.ts'
import { LIVE_WITHIN_MS, openSubjects, type SavedSubject, saveOften } from './often-saved.ts'
import { authorizationOf } from './own-requests.ts'

const PER_SECOND = 50
/** Beside bad documents, so often and so long. */
const BESIDE = { seconds: 5, perSecond: 10 }
const SETTLE_MS = 2_000
/** A poll, what is read anew after it, and a little. */
const READ_ANEW_WITHIN_MS = 5_000
const OK = [200]
const UNKNOWN = [404]

/** What a bad document must not take with it, and what must not come of it. */
const QUESTIONS: readonly (Pick<AskedOnce, 'wanted'> & { method: string; path: string })[] = [
  { method: 'GET', path: '/gql-apps', wanted: OK },
  { method: 'GET', path: '/acl', wanted: OK },
  { method: 'GET', path: '/webhooks', wanted: OK },
  { method: 'POST', path: '/graphql/orders', wanted: OK },
  { method: 'POST', path: '/graphql/bad-blank', wanted: UNKNOWN },
  { method: 'POST', path: '/graphql/bad-null', wanted: UNKNOWN },
  { method: 'POST', path: '/graphql/bad-huge', wanted: UNKNOWN },
  { method: 'POST', path: '/graphql/bad-half', wanted: UNKNOWN },
  { method: 'GET', path: '/webhooks/bad-half', wanted: UNKNOWN },
]
const QUERY = JSON.stringify({ query: '{ __typename }' })

export const f19: FaultMatrixRow = {
  id: 'F19',
  title:
    'an app, a permission and a webhook are saved 50 times a second; then blank, null, huge and half-written ones are put straight into the store',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 30 },
  quietWithinMs: 60_000,
  async fault(situation) {
    const { cluster, harm, extent } = situation
    const client = await MongoClient.connect(backendOf(cluster, 'mongodb').address)
    const subjects = await openSubjects(situation)
    try {
      await wait(SETTLE_MS)
      const saved = await saveAll(situation, subjects, { seconds: extent, perSecond: PER_SECOND })
      for (const { name, saves } of saved) harm.remark(`${name}: ${saves.length} saves in ${extent} s`)
      const db = client.db('sluice')
      await harm.phase('bad documents', async () => {
        await putBadDocuments(db)
        await wait(READ_ANEW_WITHIN_MS)
      })
      const asked = await askAll(situation)
      const beside = await saveAll(situation, subjects, BESIDE)
      await harm.phase('starts with bad documents', () => startAnew(situation))
      asked.push(...(await askAll(situation)))
      harm.remark(`bad documents: ${await countComplaints(situation)} lines about what is not used`)
      await removeBadDocuments(db)
      const named = beside.map(one => ({ ...one, name: `${one.name} beside bad ones` }))
      return () => together([judgeSaves([...saved, ...named], LIVE_WITHIN_MS), judgeAnswers(asked)])
    } finally {
      for (const { close } of subjects) close?.()
      await client.close()
    }
  },
}

async function saveAll(
  situation: RowSituation,
  subjects: readonly SavedSubject[],
  pace: Parameters<typeof saveOften>[2],
) {
  const all: SavedOften[] = []
  for (const subject of subjects) {
    await situation.harm.phase(`${subject.name} saved ${pace.perSecond} times a second`, async () =>
      all.push(await saveOften(situation, subject, pace)),
    )
  }
  return all
}

/** Restarts a gateway and a dispatcher: of the services that read all documents, those that there are two of. */
async function startAnew({ cluster, harm }: RowSituation): Promise<void> {
  const [gateway] = processesOf(cluster, 'gateway')
  const [dispatcher] = processesOf(cluster, 'webhook-dispatcher')
  await harm.killFor(gateway, 0)
  await harm.killFor(dispatcher, 0)
  await wait(READ_ANEW_WITHIN_MS)
}

async function askAll({ cluster }: RowSituation): Promise<AskedOnce[]> {
  const authorization = authorizationOf(cluster.ownerPassword)
  const agent = new Agent()
  const asked: AskedOnce[] = []
  for (const [index, gateway] of cluster.gateways.entries()) {
    for (const { method, path, wanted } of QUESTIONS) {
      const body = method === 'POST' ? QUERY : undefined
      const answer = await sendRequest({ gateway, method, path, authorization, body, agent })
      asked.push({ name: `${method} ${path} on gateway ${index + 1}`, status: answer?.status, wanted })
    }
  }
  return asked
}
