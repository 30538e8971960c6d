import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { type Grant, ROOT_ROLE, roleName, type UpstreamName, userId } from '@sluice/contracts'
import {
  currentKeys,
  formatGrantedCaller,
  grantKeys,
  type ListenAddress,
  type Platform,
  type SignedGrant,
  signGrant,
} from '@sluice/service-kit'
import { checkedBy } from './answers/checked-by.ts'

export type SignedRequest = {
  /** Sent as JSON; bytes and texts are sent as they are. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Default: the owner, `admin` with the root role. */
  user?: { id: string | null; roles: readonly string[]; via?: Grant['principal']['via'] }
  /** The permission that let the call in. `rules` are written as JSON text. Default: none. */
  permission?: Partial<Omit<NonNullable<Grant['permission']>, 'rules'>> & { rules?: object }
  /** Anything else of the grant. */
  grant?: Partial<Grant>
}

type SignedAnswer = {
  status: number
  headers: IncomingMessage['headers']
  text: string
  /** The body read as JSON; undefined where there is none. */
  json: unknown
}

export type SignedClient = {
  request(method: string, target: string, request?: SignedRequest): Promise<SignedAnswer>
}

type Signer = {
  /** The headers of a grant, for a test that has a connection of its own. Default: for the owner. */
  grantFor(method: string, target: string, request?: SignedRequest): Partial<SignedGrant>
}

type SignedService = {
  platform: Platform
  upstream: UpstreamName
  address: ListenAddress
  /** Whether answers may be other than the service describes them: for tests of what stands below the routes. */
  isUndescribed?: boolean
}

/**
 * Speaks to one service as the gateway does, with a signed grant, for whoever a test wants to be. Every answer is checked
 * against the description that the service itself serves.
 */
export function createSignedClient({
  platform,
  upstream,
  address,
  isUndescribed = false,
}: SignedService): SignedClient & Signer {
  const keys = currentKeys(platform.internalSecrets, secrets => grantKeys(secrets, upstream))
  const check = checkedBy(
    async () => (await send({ address, method: 'GET', target: DESCRIPTION, headers: {}, body: undefined })).json,
  )
  const sign = (grant: Grant) => {
    const [key] = keys()
    return (key && signGrant(formatGrantedCaller(grant), grant, key)) ?? {}
  }
  return {
    grantFor: (method, target, request = {}) => sign(grantFor({ platform, upstream, method, target }, request)),
    async request(method, target, request = {}) {
      const grant = grantFor({ platform, upstream, method, target }, request)
      const headers = {
        'content-type': 'application/json',
        ...request.headers,
        ...sign(grant),
      }
      const answer = await send({ address, method, target, headers, body: encodeBody(request.body) })
      if (!isUndescribed && target !== DESCRIPTION)
        await check({ method, target, ...answer, isNarrowed: isNarrowed(target, request) })
      return answer
    },
  }
}

const isNarrowed = (target: string, { permission }: SignedRequest) =>
  permission?.rules !== undefined || ASKS_FOR_FIELDS.test(target)

const ASKS_FOR_FIELDS = /[?&]keys=/

/** What every service serves beside its table. */
const DESCRIPTION = '/openapi.json'

type SignedCall = { platform: Platform; upstream: UpstreamName; method: string; target: string }

function grantFor({ platform, upstream, method, target }: SignedCall, request: SignedRequest): Grant {
  const { id, roles, via } = request.user ?? { id: 'admin', roles: [ROOT_ROLE] }
  return {
    upstream,
    // A UUIDv7 by its form; its time says nothing.
    requestId: randomUUID().replace(/^(.{14})4/, '$17'),
    method,
    target,
    issuedAt: platform.changes.storeTime(),
    principal: {
      id: id === null ? null : userId.parse(id),
      roles: roles.map(role => roleName.parse(role)),
      via: via ?? (id === null ? 'none' : 'password'),
    },
    isRoot: roles.includes(ROOT_ROLE),
    permission: permissionFor(request),
    positions: {},
    chain: [],
    ...request.grant,
  }
}

function permissionFor({ permission }: SignedRequest): Grant['permission'] {
  if (!permission) return null
  const { rules, ...rest } = permission
  const text = rules ? JSON.stringify(rules) : null
  return { id: 'of-the-test', apiKeys: null, ...rest, rules: text }
}

function encodeBody(body: unknown): Uint8Array | string | undefined {
  if (body === undefined || typeof body === 'string' || ArrayBuffer.isView(body)) return toBytes(body)
  return JSON.stringify(body)
}

function toBytes(body: string | ArrayBufferView | undefined): Uint8Array | string | undefined {
  if (body === undefined || typeof body === 'string') return body
  return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
}

type SignedSending = {
  address: ListenAddress
  method: string
  target: string
  headers: Record<string, string>
  body: Uint8Array | string | undefined
}

function send({ address, method, target, headers, body }: SignedSending): Promise<SignedAnswer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(body === undefined ? 0 : Buffer.byteLength(body)) }
    const outgoing = httpRequest({ ...address, method, path: target, headers: { ...length, ...headers } }, answer => {
      const chunks: Uint8Array[] = []
      answer.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () => resolve(readAnswer(answer, Buffer.concat(chunks).toString('utf8'))))
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

function readAnswer({ statusCode = 0, headers }: IncomingMessage, text: string): SignedAnswer {
  const isJson = /\bjson\b/.test(headers['content-type'] ?? '') && text !== ''
  return { status: statusCode, headers, text, json: isJson ? JSON.parse(text) : undefined }
}
