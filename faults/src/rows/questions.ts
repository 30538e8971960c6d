import type { PreparedService } from '../experiment/prepare-service.ts'
import { READ_ID } from '../load/plan-request.ts'
import type { AskedQuestion } from '../load/start-asker.ts'

/** One question of each service, and one that the gateway answers alone; at an even rate each. */
export function questionsOf({ key, prober }: PreparedService, everyMs: number) {
  const byKey = `Bearer ${key}`
  const byPassword = `Basic ${btoa(`${prober.user}:${prober.password}`)}`
  const read = { method: 'GET', body: undefined, everyMs }
  const query = JSON.stringify({ query: `{ order(id: "${READ_ID}") { _id amount } }` })
  return {
    data: { ...read, name: 'data', path: `/orders/${READ_ID}`, authorization: byKey },
    graphql: { ...read, name: 'graphql', method: 'POST', path: '/graphql/orders', authorization: byKey, body: query },
    keys: { ...read, name: 'keys', path: '/keys', authorization: byPassword },
    key: { ...read, name: 'whoami by key', path: '/whoami', authorization: byKey },
    password: { ...read, name: 'whoami by password', path: '/whoami', authorization: byPassword },
  } satisfies Record<string, AskedQuestion>
}
