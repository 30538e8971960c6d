import type { RequestKind } from '../oracle/observations.ts'
import type { SeededRandom } from './seeded-random.ts'

export type LoadRequest = {
  tag: string
  kind: RequestKind
  gateway: number
  method: 'GET' | 'POST'
  path: string
  body: string | undefined
}

/** The document that every read asks for. */
export const READ_ID = 'read-by-all'

/** `bodyBytes`: how much a written document is blown up by. */
export type LoadPlan = { run: string; number: number; gateways: number; bodyBytes: number }

/** The next request of the driver: 40 % POST, 40 % GET, 20 % GraphQL, through all gateways. */
export function planRequest(random: SeededRandom, { run, number, gateways, bodyBytes }: LoadPlan): LoadRequest {
  const tag = `${run}-${number}`
  const gateway = random.integer(0, gateways)
  return { tag, gateway, ...exchangeOf(kindOf(random.next()), tag, bodyBytes) }
}

function kindOf(share: number): RequestKind {
  if (share < 0.4) return 'post'
  return share < 0.8 ? 'get' : 'graphql'
}

type RequestShape = Pick<LoadRequest, 'kind' | 'method' | 'path' | 'body'>

function exchangeOf(kind: RequestKind, tag: string, bodyBytes: number): RequestShape {
  const query = `?tag=${tag}`
  switch (kind) {
    case 'post': {
      const note = bodyBytes > 0 ? { note: 'x'.repeat(bodyBytes) } : {}
      return { kind, method: 'POST', path: `/orders${query}`, body: JSON.stringify({ _id: tag, amount: 1, ...note }) }
    }
    case 'get':
      return { kind, method: 'GET', path: `/orders/${READ_ID}${query}`, body: undefined }
    case 'graphql': {
      const body = JSON.stringify({ query: `{ order(id: "${READ_ID}") { _id amount } }` })
      return { kind, method: 'POST', path: `/graphql/orders${query}`, body }
    }
  }
}
