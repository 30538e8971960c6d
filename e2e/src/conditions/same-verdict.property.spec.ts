import { describe, expect, it } from '@jest/globals'
import { compilePermissions, createRuleReach } from '@sluice/access'
import { type AclExplanation, ANONYMOUS_ROLE, aclExplanation, decodeExchange } from '@sluice/contracts'
import { type Exchange, explainPredicate, parsePredicate } from '@sluice/predicate'
import type { ServiceRequest } from '@sluice/service-kit'
import fc from 'fast-check'
import { explainAcl } from '../../../services/gateway/src/control-plane/explain-acl.ts'
import { bodyForm } from '../../../services/gateway/src/domain/body-form.ts'
import { type CanonicalTarget, canonicalTarget } from '../../../services/gateway/src/domain/canonical-target.ts'
import { decodeFrame } from '../../../services/gateway/src/domain/event-frame.ts'
import { readHeaders } from '../../../services/gateway/src/domain/request-headers.ts'
import { type GatewayTiering, routeTarget } from '../../../services/gateway/src/domain/route-target.ts'
import { RECORD_HEADER_BYTES, type RecordPayload } from '../../../services/gateway/src/domain/spool-codec.ts'
import type { Arrival } from '../../../services/gateway/src/exchange/arrive/arrival.ts'
import { readHeldBody } from '../../../services/gateway/src/exchange/arrive/read-held-body.ts'
import { arrivingExchange } from '../../../services/gateway/src/exchange/judge/arriving-exchange.ts'
import { type Inquiry, needsCredentials } from '../../../services/gateway/src/exchange/judge/authorise.ts'
import { createRecorder } from '../../../services/gateway/src/exchange/record/recorder.ts'
import { anonymous, type RequestCaller } from '../../../services/gateway/src/sign-in/sign-in.ts'
import type { UserRecord } from '../../../services/gateway/src/sign-in/user-cache.ts'
import { createRecordBlocks } from '../../../services/gateway/src/spool/record-blocks.ts'
import { recordedExchange } from '../../../services/webhook-dispatcher/src/domain/exchange/exchange-view.ts'

/** What every source knows of a request without a response. */
const KNOWN_TO_ALL = [
  'equals(%m, GET)',
  'method(POST, PATCH)',
  'equals(%R, /orders/7)',
  "path-template('/{collection}/{id}') and equals(%{p,id}, 7)",
  'equals(%U, x)',
  "contains(value=%U, search='http://sluice.example:8080/orders')",
  'equals(%q, "a=1")',
  'equals(%{q,a}, 1)',
  'exists(%{q,b})',
  'equals(%{i,X-Shop}, north)',
  'exists(%{i,x-team})',
  'max-content-size(20)',
  'equals(%a, 192.0.2.7)',
  "ip-match('192.0.2.0/24')",
  'equals(%{SECURE}, true)',
  'equals(%H, HTTP/1.1)',
  'equals(%u, ann)',
  'equals(@user._id, ann)',
  'auth-required',
  'equals(@request.body.a.b, 1)',
  'equals(@request.body.list.0, x)',
  'exists(@request.body.list.length)',
  'exists(@request.body.when)',
  'bson-request-contains(a.b)',
  'bson-request-whitelist(a, list)',
  'bson-request-prop-equals(key=total, value=5)',
]
/** What no event holds: a condition of a webhook never knows it. */
const KNOWN_AT_THE_GATEWAY = [
  'equals(@user.team, red)',
  'in(red, array=@user.teams)',
  'equals(@user.teams.0, red)',
  'exists(@user.teams.length)',
  'equals(@user.home.city, rome)',
  'equals(%{req-cookie,theme}, dark)',
]
const CONDITIONS = [...KNOWN_TO_ALL, ...KNOWN_AT_THE_GATEWAY]
const OPEN = "path-prefix('/orders') and method(GET)"

const tiering: GatewayTiering = { tier: 'shared', db: 'sluice' }
const document = { _id: 'ann', team: 'red', teams: ['red', 'blue'], home: { city: 'rome' } }
const user = { id: 'ann', roles: ['reader'], document } as unknown as UserRecord
const ann = {
  kind: 'caller',
  principal: { id: 'ann', roles: ['reader'], via: 'key' },
  isRoot: false,
  user,
} as RequestCaller

/** Compiles an ACL in which each condition is a permission of its own, for this role. */
const aclFor = (role: string) => {
  const permissions = CONDITIONS.map((predicate, index) => ({ _id: `p${index}`, roles: [role], predicate }))
  const open = { _id: 'open', roles: [ANONYMOUS_ROLE], predicate: OPEN }
  const { acl, rejected } = compilePermissions([...permissions, open])
  expect(rejected).toEqual([])
  return { current: () => acl }
}
const worlds = {
  ann: { acl: aclFor('reader'), caller: ann },
  anonymous: { acl: aclFor(ANONYMOUS_ROLE), caller: anonymous },
}
type ViewerWorld = (typeof worlds)['ann']

const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: fc.constantFrom(
    '/',
    '/orders',
    '/orders/7',
    '/orders//7/',
    '/orders/a%20b',
    '/orders/%C3%BC%25',
    '/graphql/shop',
  ),
  query: fc.constantFrom('', 'a=1', 'a=1&a=1', 'a=1&a=2', 'b', 'b=%20x&a=1', 'b=ü'),
  headers: fc
    .record(
      {
        'X-Shop': fc.constantFrom('north', 'south', ''),
        'x-team': fc.constantFrom('red', 'a, b'),
        Cookie: fc.constantFrom('theme=dark', 'lang=it; theme=light', 'theme'),
      },
      { requiredKeys: [] },
    )
    .map(headers => ({ ...headers, Host: 'sluice.example:8080' })),
  body: fc.option(
    fc.constantFrom<unknown>(
      {},
      { a: { b: 1 } },
      { a: { b: '1' }, list: ['x', 'y'] },
      { a: { b: 1 }, when: { $date: 5 } },
      { total: { $numberLong: '5' }, list: [] },
      [{ a: { b: 1 } }, { total: 5 }],
      'text',
    ),
    { nil: undefined },
  ),
  remoteAddress: fc.constantFrom('192.0.2.7', '203.0.113.7', '2001:db8::1'),
  isSecure: fc.boolean(),
})
/** The properties of a collection are no documents: whoever writes, writes one of those. */
const request = anyRequest.map(({ method, path, ...rest }) => ({
  ...rest,
  method,
  path: /^P(?:UT|ATCH)$/.test(method) && path === '/orders' ? '/orders/7' : path,
}))
type DrawnRequest = typeof request extends fc.Arbitrary<infer T> ? T : never

/** What a request is on the wire: with its body it says the length. */
function arrive({ method, path, query, headers, body, remoteAddress, isSecure }: DrawnRequest) {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const framing = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) }
  const sent: Record<string, string> = bytes.length > 0 ? { ...headers, ...framing } : headers
  const arrival = {
    request: { httpVersion: '1.1' },
    requestId: '0192f0c4-7e1e-7c3a-8d2b-2f4a6b8c0d1e',
    at: 1,
    startedAt: 0,
    method,
    headers: readHeaders(Object.entries(sent).flat()),
    origin: { address: remoteAddress, isSecure },
    trace: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` },
  } as unknown as Arrival
  const target = canonicalTarget(query === '' ? path : `${path}?${query}`) as CanonicalTarget
  const destination = routeTarget(target.segments, tiering)
  return { arrival, target, destination, bytes, sent }
}
type ArrivedExchange = ReturnType<typeof arrive>

const inquiryOf = ({ arrival, target, destination }: ArrivedExchange, { caller }: ViewerWorld): Inquiry => ({
  arrival,
  target,
  destination,
  chain: [],
  caller,
})

function judged(arrived: ArrivedExchange, world: ViewerWorld): Exchange {
  const { arrival, target, destination, bytes } = arrived
  const read = readHeldBody(
    bytes,
    bodyForm(destination, { method: arrival.method, segments: target.segments }, tiering),
    arrival.headers,
  )
  if (read.kind === 'refuse') throw new TypeError(read.detail)
  return arrivingExchange({
    arrival,
    target,
    caller: world.caller,
    bodyValue: () => read.value,
    needsCredentials: () => needsCredentials({ acl: world.acl, tiering }, inquiryOf(arrived, world)),
  })
}

/** The answer of `POST /acl/explain` to the question about the same request. */
async function explained(
  { method, path, query, body, ...sent }: DrawnRequest,
  { sent: headers }: ArrivedExchange,
  world: ViewerWorld,
) {
  const { remoteAddress, isSecure } = sent
  const who = world.caller.user ? { user: 'ann' } : { roles: [ANONYMOUS_ROLE] }
  const question = { method, path, query, headers, body, remoteAddress, isSecure, ...who }
  const reach = createRuleReach(tiering)
  const users = { get: async () => user }
  const operation = explainAcl({ acl: world.acl, reach, tiering, users, now: () => 1 })
  const answer = await operation.handle({ rawBody: Buffer.from(JSON.stringify(question)) } as unknown as ServiceRequest)
  if (answer.kind === 'refuse' || !answer.body || !('bytes' in answer.body)) throw new TypeError('There is no answer.')
  return aclExplanation.parse(JSON.parse(String(answer.body.bytes)))
}

const explanationsIn = ({ considered }: AclExplanation) =>
  new Map(considered.map(({ _id, explanation }) => [_id, explanation]))

/** The exchange as a dispatcher sees it: recorded, sent as a frame and read again. */
function matched(arrived: ArrivedExchange, world: ViewerWorld): Exchange {
  let frame: Buffer = Buffer.alloc(0)
  const spool = {
    reserve: () => true,
    release() {},
    finish(payload: RecordPayload, done: () => void) {
      const { block, start, end } = createRecordBlocks().add(payload)
      frame = block.subarray(start + RECORD_HEADER_BYTES, end)
      done()
    },
  }
  const recorder = createRecorder({
    spool: spool as never,
    serviceId: 'test',
    captureBytes: 65_536,
    whenFull: 'reject',
    wantsEvents: () => true,
    eventSequence: () => ({ webhooksSequence: 0 }),
    onShed() {},
  })
  const { arrival, target, destination, bytes } = arrived
  const subject = { arrival, target, chain: [], recordsBodies: destination.recordsBodies, isGraphql: false }
  const recording = recorder.begin(subject)
  if (!recording || recording === 'full') throw new TypeError('Nothing is recorded.')
  recording.calledBy(world.caller, needsCredentials({ acl: world.acl, tiering }, inquiryOf(arrived, world)))
  recording.requestBody.add(bytes)
  recording.end({ answered: undefined, isAborted: false })
  const decoded = decodeExchange(decodeFrame(frame).value)
  if (decoded.kind !== 'event') throw new TypeError('The event can not be read.')
  return recordedExchange(decoded.exchange)
}

const predicates = CONDITIONS.map(text => {
  const parsed = parsePredicate(text, 'permission')
  if (parsed.kind === 'invalid') throw new SyntaxError(`${text}: ${parsed.message}`)
  return { text, predicate: parsed.predicate }
})

describe('a condition about one exchange', () => {
  it('says the same, for the same reason, when it is judged, explained, and matched as an event', async () => {
    const worldName = fc.constantFrom('ann' as const, 'anonymous' as const)
    await fc.assert(
      fc.asyncProperty(request, worldName, async (sent, name) => {
        const arrived = arrive(sent)
        const world = worlds[name]
        const atGateway = judged(arrived, world)
        const inEvent = matched(arrived, world)
        const inExplanation = explanationsIn(await explained(sent, arrived, world))
        for (const [index, { text, predicate }] of predicates.entries()) {
          const verdict = explainPredicate(predicate, atGateway)
          expect([text, inExplanation.get(`p${index}`)]).toEqual([text, verdict])
          const isKnown = KNOWN_TO_ALL.includes(text)
          const known = isKnown ? verdict : { result: text.startsWith('exists') ? false : 'unknown' }
          expect([text, explainPredicate(predicate, inEvent)]).toMatchObject([text, known])
        }
      }),
      { numRuns: 400 },
    )
  })
})
