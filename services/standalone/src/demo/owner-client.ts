import { type Grant, ROOT_ROLE, type UpstreamName, userId } from '@sluice/contracts'
import { formatGrantedCaller, grantKeys, type InProcessLine, type Platform, signGrant } from '@sluice/service-kit'
import { v7 as uuidv7 } from 'uuid'

/** A service refused what the demo asked of it. */
class DemoRequestError extends Error {
  override name = 'DemoRequestError'
}

export type DemoOwnerClient = {
  /** @returns the status and the answer's JSON. @throws DemoRequestError for a status that is not in `expected` (default: any 2xx) */
  send(request: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    target: string
    body?: unknown
    expected?: readonly number[]
  }): Promise<unknown>
}

/** Speaks to one service as the owner, with a grant signed here: the demo is set up before anybody can sign in. */
export function createOwnerClient(platform: Platform, upstream: UpstreamName, line: InProcessLine): DemoOwnerClient {
  return {
    async send({ method, target, body, expected }) {
      const [key] = grantKeys(platform.internalSecrets(), upstream)
      const grant = ownerGrant(platform, { upstream, method, target })
      const signed = key && signGrant(formatGrantedCaller(grant), grant, key)
      const { statusCode, body: answer } = await line.dispatcher.request({
        method,
        path: target,
        headers: { ...signed, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      const isExpected = expected ? expected.includes(statusCode) : statusCode < 300
      if (!isExpected) throw new DemoRequestError(`${method} ${target} answered ${statusCode}: ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
  }
}

type DemoTarget = { upstream: UpstreamName; method: string; target: string }

function ownerGrant(platform: Platform, { upstream, method, target }: DemoTarget): Grant {
  return {
    upstream,
    requestId: uuidv7(),
    method,
    target,
    issuedAt: platform.changes.storeTime(),
    principal: { id: userId.parse('admin'), roles: [ROOT_ROLE], via: 'password' },
    isRoot: true,
    permission: null,
    positions: {},
    chain: [],
  }
}
