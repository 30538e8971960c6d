import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '@sluice/contracts'
import { type Logger, toRefusal } from '@sluice/service-kit'
import type { ControlPlane } from './control-plane/control-plane.ts'
import type { Target } from './domain/canonical-target.ts'
import { readCredentials } from './domain/read-credentials.ts'
import { routeTarget, type Tiering } from './domain/route-target.ts'
import { type LocalAnswer, problemAnswer, sendLocal } from './exchange/answer.ts'
import { type Arrival, type ArrivalWays, receive } from './exchange/arrival.ts'
import type { Authorise, Inquiry } from './exchange/authorise.ts'
import type { ChainReader } from './exchange/chain-reader.ts'
import { checkRequest } from './exchange/check-request.ts'
import type { Onward } from './exchange/forwarder.ts'
import type { Recorder, Recording } from './exchange/recorder.ts'
import { endTrace, nameTarget } from './exchange/trace-request.ts'
import type { RequestMeters } from './load/request-meters.ts'
import { anonymous, type SignIn, type SignInWays, signIn } from './sign-in/sign-in.ts'

/** The steps of a request, in order. */
export type Steps = ArrivalWays & {
  tiering: Tiering
  /** Why nobody is asked who makes this request: nobody is served, or there are too many, of all or of its client. */
  turnAway(arrival: Arrival): Refusal | undefined
  /** Why nobody is served at the moment. */
  refuseAll(): Refusal | undefined
  preflight(arrival: Arrival): LocalAnswer
  chainOf: ChainReader
  recorder: Recorder
  signInWays: SignInWays
  authorise: Authorise
  needsCredentials(inquiry: Inquiry): boolean | undefined
  controlPlane: ControlPlane
  /** Sends the request on. @returns a refusal when it can't */
  sendOn(onward: Onward): Refusal | undefined
  meters: RequestMeters
  logger: Logger
}

/** The gateway's table of contents: what happens to a request, step by step. Each step may end it. */
export function createApp(steps: Steps): RequestListener {
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

async function serve(steps: Steps, arrival: Arrival): Promise<void> {
  const target = checkRequest(arrival)
  if (target.kind === 'refuse') return refuseRequest(arrival, target)
  nameTarget(arrival, target)
  if (arrival.method === 'OPTIONS') return sendLocal(arrival, steps.preflight(arrival))
  const destination = routeTarget(target.segments, steps.tiering)
  if (destination.access === 'open') return answerOpenly(steps, { arrival, target })

  const closed = steps.turnAway(arrival)
  if (closed) return refuseRequest(arrival, closed)
  const chain = steps.chainOf(arrival, target)
  const recording = steps.recorder.begin({ arrival, target, chain, recordsBodies: destination.recordsBodies })
  if (recording === 'full') return refuseRequest(arrival, refuseForRoom())
  try {
    // Most callers and permissions are in memory: nothing is waited for then, and no turn of the queue is lost.
    const found = callerOf(steps, arrival)
    const caller = 'then' in found ? await found : found
    if (caller.kind === 'refuse') return refuseRequest(arrival, caller, recording)
    const known = { arrival, target, destination, chain, caller, recording }
    recording?.calledBy(caller, steps.needsCredentials(known))
    await serveCaller(steps, known)
  } catch (error) {
    answerFault(steps, { arrival, error, recording })
  }
}

/** Nothing that was looked up counts when it can't be known whether it still holds. */
function callerOf(steps: Steps, { headers, origin }: Arrival): SignIn | Promise<SignIn> {
  const caller = signIn(steps.signInWays, readCredentials(headers.get('authorization')), origin.address)
  return 'then' in caller ? caller.then(found => steps.refuseAll() ?? found) : caller
}

type Known = Omit<Onward, 'service' | 'admission'>

async function serveCaller(steps: Steps, known: Known): Promise<void> {
  const { arrival, target, destination, chain, caller, recording } = known
  const asked = steps.authorise(known)
  const admission = 'then' in asked ? await asked : asked
  if (admission.kind === 'refuse') return refuseRequest(arrival, admission, recording)
  // Reading a body for a permission may have taken long.
  const closed = steps.refuseAll()
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

async function answerOpenly(steps: Steps, open: { arrival: Arrival; target: Target }): Promise<void> {
  const question = { ...open, chain: [], caller: anonymous, permission: null, body: undefined }
  sendLocal(open.arrival, await steps.controlPlane.answer(question))
}

const refuseForRoom = () =>
  refuse('OVERLOADED', 'No more events can be kept at the moment: the spool is full. Try again shortly.')

function refuseRequest(arrival: Arrival, refusal: Refusal, recording?: Recording): void {
  sendLocal(arrival, problemAnswer(refusal, arrival.requestId), recording)
}

type Fault = { arrival: Arrival; error: unknown; recording?: Recording }

function answerFault({ logger }: Steps, { arrival, error, recording }: Fault): void {
  const { requestId, response } = arrival
  if (response.destroyed) return recording?.end({ answered: undefined, isAborted: true })
  const refusal = toRefusal(error)
  if (refusal.code === 'INTERNAL') logger.error({ requestId, err: error }, 'request.failed')
  refuseRequest(arrival, refusal, recording)
}
