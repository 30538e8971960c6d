import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '@sluice/contracts'
import { type Logger, toRefusal } from '@sluice/service-kit'
import type { ControlPlane } from './control-plane/control-plane.ts'
import type { CanonicalTarget } from './domain/canonical-target.ts'
import type { Credentials } from './domain/read-credentials.ts'
import { type GatewayTiering, type RequestDestination, routeTarget } from './domain/route-target.ts'
import { type Arrival, type ArrivalWays, receive } from './exchange/arrive/arrival.ts'
import type { ChainReader } from './exchange/arrive/chain-reader.ts'
import { checkRequest } from './exchange/arrive/check-request.ts'
import { credentialsOf, refuseInner } from './exchange/arrive/inner-request.ts'
import type { RefuseOrigin } from './exchange/arrive/refuse-origin.ts'
import { endTrace, nameTarget } from './exchange/arrive/trace-request.ts'
import type { Onward } from './exchange/forward/forwarder.ts'
import type { Authorise, Inquiry } from './exchange/judge/authorise.ts'
import type { LateBodies } from './exchange/judge/late-bodies.ts'
import { type LocalAnswer, problemAnswer, sendLocal } from './exchange/record/answer.ts'
import type { ExchangeRecorder, ExchangeRecording, RecordingSubject } from './exchange/record/recorder.ts'
import type { TurnedAwaySignIns } from './exchange/record/turned-away-sign-ins.ts'
import type { RequestMeters } from './load/request-meters.ts'
import type { ConsoleSessions } from './sign-in/session/console-sessions.ts'
import { anonymous, type HeldUp, type SignIn, type SignInWays, signIn } from './sign-in/sign-in.ts'

/** The steps of a request, in order. */
export type RequestSteps = ArrivalWays & {
  tiering: GatewayTiering
  /** Why nobody is asked who makes this request: nobody is served, or there are too many, of all or of its client. */
  turnAway(arrival: Arrival): Refusal | undefined
  refuseOrigin: RefuseOrigin
  /** Waits until what a tool's caller has seen is in force here. */
  catchUp(arrival: Arrival): Promise<void> | undefined
  /** Why nobody is served at the moment. */
  refuseAll(): Refusal | undefined
  preflight(arrival: Arrival): LocalAnswer
  chainOf: ChainReader
  recorder: ExchangeRecorder
  signInWays: SignInWays
  consoleSessions: ConsoleSessions
  turnedAwaySignIns: TurnedAwaySignIns
  authorise: Authorise
  needsCredentials(inquiry: Inquiry): boolean | undefined
  controlPlane: ControlPlane
  /** Sees to it that a request whose body comes late is judged again. @returns its refusal where the body is there */
  lateBodies: LateBodies
  /** Sends the request on. @returns a refusal when it can't */
  sendOn(onward: Onward): Refusal | undefined
  meters: RequestMeters
  logger: Logger
}

/** The gateway's table of contents: what happens to a request, step by step. Each step may end it. */
export function createApp(steps: RequestSteps): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    // A connection that breaks late concerns nobody any more.
    request.on('error', () => {})
    response.on('error', () => {})
    const arrival = receive(request, response, steps)
    steps.meters.arrived()
    response.once('close', () => {
      steps.meters.ended(arrival)
      endTrace(arrival)
    })
    serve(steps, arrival).catch((error: unknown) => answerFault(steps, { arrival, error }))
  }
}

async function serve(steps: RequestSteps, arrival: Arrival): Promise<void> {
  const target = checkRequest(arrival)
  if (target.kind === 'refuse') return refuseRequest(arrival, target)
  nameTarget(arrival, target)
  const destination = routeTarget(target.segments, steps.tiering)
  const foreign = destination.service === 'mcp' ? steps.refuseOrigin(arrival) : undefined
  if (foreign) return refuseRequest(arrival, foreign)
  if (arrival.method === 'OPTIONS') return sendLocal(arrival, steps.preflight(arrival))
  if (destination.access === 'open') return answerOpenly(steps, { arrival, target })

  const closed = steps.turnAway(arrival) ?? (arrival.inner && refuseInner(destination, target.segments))
  if (closed) return refuseRequest(arrival, closed)
  if (arrival.inner) await steps.catchUp(arrival)
  await serveDestined(steps, { arrival, target, destination })
}

type DestinedRequest = { arrival: Arrival; target: CanonicalTarget; destination: RequestDestination }

async function serveDestined(steps: RequestSteps, { arrival, target, destination }: DestinedRequest): Promise<void> {
  const { service, recordsBodies } = destination
  const chain = steps.chainOf(arrival, target)
  const subject = { arrival, target, chain, recordsBodies, isGraphql: service === 'graphql-apps' }
  const credentials = presentedCredentials(steps, arrival, target)
  if (credentials.kind === 'refuse') return refuseRequest(arrival, credentials)
  const heldUp = holdUp(steps, { subject, credentials })
  if (heldUp) return refuseRequest(arrival, heldUp)
  await serveSubject(steps, { subject, credentials, destination })
}

/** The cookie of the console is read at one path, and nowhere else. */
const isToken = ({ path }: CanonicalTarget) => path === '/token'

function presentedCredentials({ consoleSessions }: RequestSteps, arrival: Arrival, target: CanonicalTarget) {
  const { headers, origin } = arrival
  if (!isToken(target)) return credentialsOf(arrival)
  return consoleSessions.credentialsOf(headers.get, origin.isSecure)
}

type PresentedCredentials = { subject: RecordingSubject; credentials: Credentials }

/** A password that its own limit turns away costs nothing more: nobody is asked, and it is no event of its own. */
function holdUp(
  { signInWays, turnedAwaySignIns }: RequestSteps,
  { subject, credentials }: PresentedCredentials,
): HeldUp | undefined {
  if (credentials.kind !== 'basic') return undefined
  const refusal = signInWays.holdUp(credentials, subject.arrival.origin.address)
  if (refusal) turnedAwaySignIns.count(subject, credentials.user, refusal)
  return refusal
}

async function serveSubject(
  steps: RequestSteps,
  { destination, ...presented }: PresentedCredentials & { destination: RequestDestination },
) {
  const { subject } = presented
  const { arrival, target, chain } = subject
  const recording = steps.recorder.begin(subject)
  if (recording === 'full') return refuseRequest(arrival, refuseForRoom())
  try {
    // Most callers and permissions are in memory: nothing is waited for then, and no turn of the queue is lost.
    const found = callerOf(steps, presented)
    const caller = 'then' in found ? await found : found
    if (caller.kind === 'refuse') return refuseCaller(steps, { ...presented, refusal: caller, recording })
    const known = { arrival, target, destination, chain, caller, recording }
    recording?.calledBy(caller, steps.needsCredentials(known))
    await serveCaller(steps, known)
  } catch (error) {
    answerFault(steps, { arrival, error, recording })
  }
}

/** Nothing that was looked up counts when it can't be known whether it still holds. */
function callerOf(steps: RequestSteps, { subject, credentials }: PresentedCredentials): SignIn | Promise<SignIn> {
  const caller = signIn(steps.signInWays, credentials, subject.arrival.origin.address)
  return 'then' in caller ? caller.then(found => steps.refuseAll() ?? found) : caller
}

type RefusedCaller = PresentedCredentials & {
  refusal: Exclude<SignIn, { kind: 'caller' }>
  recording: ExchangeRecording | undefined
}

/**
 * What only the counts of all gateways hold up is told as what the own ones do. A browser gives up the cookie of a session
 * that has ended.
 */
function refuseCaller(steps: RequestSteps, { subject, credentials, refusal, recording }: RefusedCaller): void {
  const { arrival, target } = subject
  if (refusal.code === 'INVALID_TOKEN' && isToken(target)) {
    const dropped = Object.entries(steps.consoleSessions.drop(arrival.headers.get)).flat()
    arrival.answerHeaders = [...arrival.answerHeaders, ...dropped]
  }
  if (!refusal.isHeldUp || credentials.kind !== 'basic') return refuseRequest(arrival, refusal, recording)
  recording?.drop()
  steps.turnedAwaySignIns.count(subject, credentials.user, refusal)
  refuseRequest(arrival, refusal)
}

type OnwardRequest = Omit<Onward, 'service' | 'admission'>

async function serveCaller(steps: RequestSteps, known: OnwardRequest): Promise<void> {
  const { arrival, target, destination, chain, caller, recording } = known
  const asked = steps.authorise(known)
  const admission = 'then' in asked ? await asked : asked
  if (admission.kind === 'refuse') return refuseRequest(arrival, admission, recording)
  recording?.admittedBy(admission)
  const late = steps.lateBodies(known, admission)
  // Reading a body for a permission may have taken long.
  const closed = (late && (await late)) ?? steps.refuseAll()
  if (closed) return refuseRequest(arrival, closed, recording)
  const { service } = destination
  if (service === 'control-plane') {
    const { permission, body } = admission
    return sendLocal(
      arrival,
      await steps.controlPlane.answer({ arrival, target, chain, caller, permission, body }),
      recording,
    )
  }
  const refusal = steps.sendOn({ ...known, service, admission })
  if (refusal) refuseRequest(arrival, refusal, recording)
}

async function answerOpenly(steps: RequestSteps, open: { arrival: Arrival; target: CanonicalTarget }): Promise<void> {
  const question = { ...open, chain: [], caller: anonymous, permission: null, body: undefined }
  sendLocal(open.arrival, await steps.controlPlane.answer(question))
}

const refuseForRoom = () =>
  refuse('OVERLOADED', 'No more events can be kept at the moment: the spool is full. Try again shortly.')

function refuseRequest(arrival: Arrival, refusal: Refusal, recording?: ExchangeRecording): void {
  sendLocal(arrival, problemAnswer(refusal, arrival.requestId), recording)
}

type RequestFault = { arrival: Arrival; error: unknown; recording?: ExchangeRecording }

function answerFault({ logger }: RequestSteps, { arrival, error, recording }: RequestFault): void {
  const { requestId, response } = arrival
  if (response.destroyed) return recording?.end({ answered: undefined, isAborted: true })
  const refusal = toRefusal(error)
  if (refusal.code === 'INTERNAL') logger.error({ requestId, err: error }, 'request.failed')
  refuseRequest(arrival, refusal, recording)
}
