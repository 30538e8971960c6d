import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '@sluice/contracts'
import { type Logger, toRefusal } from '@sluice/service-kit'
import type { ControlPlane } from './control-plane/control-plane.ts'
import type { CanonicalTarget } from './domain/canonical-target.ts'
import type { Credentials } from './domain/read-credentials.ts'
import { type GatewayTiering, type RequestDestination, routeTarget } from './domain/route-target.ts'
import { type Arrival, type ArrivalWays, endInCrowd, receive } from './exchange/arrive/arrival.ts'
import type { ChainReader } from './exchange/arrive/chain-reader.ts'
import { checkRequest } from './exchange/arrive/check-request.ts'
import { credentialsOf, refuseInner } from './exchange/arrive/inner-request.ts'
import type { RefuseOrigin } from './exchange/arrive/refuse-origin.ts'
import { endTrace, nameTarget } from './exchange/arrive/trace-request.ts'
import type { Onward } from './exchange/forward/forwarder.ts'
import type { Authorise, Inquiry, RequestAdmission } from './exchange/judge/authorise.ts'
import type { LateBodies } from './exchange/judge/late-bodies.ts'
import { type LocalAnswer, problemAnswer, sendLocal } from './exchange/record/answer.ts'
import type { RecordingSubject } from './exchange/record/exchange-text.ts'
import type { ExchangeRecorder } from './exchange/record/recorder.ts'
import type { ExchangeRecording } from './exchange/record/recording.ts'
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

const ignore = () => {}

/** The gateway's table of contents: what happens to a request, step by step. Each step may end it. */
export function createApp(steps: RequestSteps): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    // A connection that breaks late concerns nobody any more.
    request.on('error', ignore)
    response.on('error', ignore)
    const arrival = receive(request, response, steps)
    steps.meters.arrived()
    response.on('close', () => {
      steps.meters.ended(arrival)
      endTrace(arrival)
      arrival.passage?.leave()
    })
    void guarded(
      () => serve(steps, arrival),
      error => answerFault(steps, { arrival, error }),
    )
  }
}

/** Undefined where nothing is waited for: most callers and permissions are in memory, and then no turn of the queue is lost. */
type Served = Promise<void> | undefined | void

/** Takes a fault as it comes, thrown at once or later. */
function guarded(step: () => Served, onFault: (error: unknown) => void): Served {
  try {
    return step()?.catch(onFault)
  } catch (error) {
    onFault(error)
  }
}

function serve(steps: RequestSteps, arrival: Arrival): Served {
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
  return serveCaughtUp(steps, { arrival, target, destination })
}

type DestinedRequest = { arrival: Arrival; target: CanonicalTarget; destination: RequestDestination }

function serveCaughtUp(steps: RequestSteps, destined: DestinedRequest): Served {
  const { arrival } = destined
  const behind = arrival.inner && steps.catchUp(arrival)
  return behind ? behind.then(() => serveDestined(steps, destined)) : serveDestined(steps, destined)
}

function serveDestined(steps: RequestSteps, { arrival, target, destination }: DestinedRequest): Served {
  const { service, recordsBodies } = destination
  const chain = steps.chainOf(arrival, target)
  const subject = { arrival, target, chain, recordsBodies, isGraphql: service === 'graphql-apps' }
  const credentials = presentedCredentials(steps, arrival, target)
  if (credentials.kind === 'refuse') return refuseRequest(arrival, credentials)
  const heldUp = holdUp(steps, { subject, credentials })
  if (heldUp) return refuseRequest(arrival, heldUp)
  const recording = steps.recorder.begin(subject)
  if (recording === 'full') return refuseRequest(arrival, refuseForRoom())
  return guarded(
    () => serveSubject(steps, { subject, credentials, destination, recording }),
    error => answerFault(steps, { arrival, error, recording }),
  )
}

/** The cookie of the console is read at one path, and nowhere else. */
const isToken = ({ path }: CanonicalTarget) => path === '/token'

function presentedCredentials({ consoleSessions }: RequestSteps, arrival: Arrival, target: CanonicalTarget) {
  const { headers, origin } = arrival
  if (!isToken(target)) return credentialsOf(arrival)
  return consoleSessions.credentialsOf(name => headers.get(name), origin.isSecure)
}

type PresentedCredentials = { subject: RecordingSubject; credentials: Credentials }

/** A password that its own limit turns away costs nothing more: nobody is asked, and it is no event of its own. */
function holdUp(
  { signInWays, turnedAwaySignIns }: RequestSteps,
  { subject, credentials }: PresentedCredentials,
): HeldUp | undefined {
  if (credentials.kind !== 'basic') return undefined
  const refusal = signInWays.holdUp(credentials, subject.arrival.origin.address)
  if (!refusal) return undefined
  endInCrowd(subject.arrival)
  turnedAwaySignIns.count(subject, credentials.user, refusal)
  return refusal
}

type RecordedSubject = PresentedCredentials & {
  destination: RequestDestination
  recording: ExchangeRecording | undefined
}

function serveSubject(steps: RequestSteps, presented: RecordedSubject): Served {
  const found = callerOf(steps, presented)
  return 'then' in found
    ? found.then(caller => serveSignedIn(steps, presented, caller))
    : serveSignedIn(steps, presented, found)
}

function serveSignedIn(steps: RequestSteps, presented: RecordedSubject, caller: SignIn): Served {
  const { subject, destination, recording } = presented
  if (caller.kind === 'refuse') return refuseCaller(steps, { ...presented, refusal: caller })
  const { arrival, target, chain } = subject
  const known = { arrival, target, destination, chain, caller, recording }
  recording?.calledBy(caller, steps.needsCredentials(known))
  const asked = steps.authorise(known)
  return 'then' in asked
    ? asked.then(admission => serveJudged(steps, known, admission))
    : serveJudged(steps, known, asked)
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
  endInCrowd(arrival)
  if (refusal.code === 'INVALID_TOKEN' && isToken(target)) {
    const dropped = Object.entries(steps.consoleSessions.drop(name => arrival.headers.get(name))).flat()
    arrival.answerHeaders = [...arrival.answerHeaders, ...dropped]
  }
  if (!refusal.isHeldUp || credentials.kind !== 'basic') return refuseRequest(arrival, refusal, recording)
  recording?.drop()
  steps.turnedAwaySignIns.count(subject, credentials.user, refusal)
  refuseRequest(arrival, refusal)
}

type OnwardRequest = Omit<Onward, 'service' | 'admission'>

function serveJudged(steps: RequestSteps, known: OnwardRequest, admission: RequestAdmission | Refusal): Served {
  const { arrival, recording } = known
  if (admission.kind === 'refuse') return refuseRequest(arrival, admission, recording)
  recording?.admittedBy(admission)
  const late = steps.lateBodies(known, admission)
  return late
    ? late.then(closed => serveAdmitted(steps, { ...known, admission }, closed))
    : serveAdmitted(steps, { ...known, admission }, undefined)
}

type AdmittedOnward = OnwardRequest & { admission: RequestAdmission }

/** @param closed why it is not let in any more, as it was judged again when its body was there */
function serveAdmitted(steps: RequestSteps, admitted: AdmittedOnward, closed: Refusal | undefined): Served {
  const { arrival, destination, recording } = admitted
  // Reading a body for a permission may have taken long.
  const refused = closed ?? steps.refuseAll()
  if (refused) return refuseRequest(arrival, refused, recording)
  const { service } = destination
  if (service === 'control-plane') return answerByControlPlane(steps, admitted)
  const refusal = steps.sendOn({ ...admitted, service })
  if (refusal) refuseRequest(arrival, refusal, recording)
}

async function answerByControlPlane(steps: RequestSteps, admitted: AdmittedOnward): Promise<void> {
  const { arrival, target, chain, caller, recording, admission } = admitted
  const { permission, body } = admission
  const answer = await steps.controlPlane.answer({ arrival, target, chain, caller, permission, body })
  sendLocal(arrival, answer, recording)
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
