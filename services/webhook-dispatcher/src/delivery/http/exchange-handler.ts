import type { Dispatcher } from 'undici'
import { isLookupsFull } from '../../names/name-lookup-error.ts'
import type { Sent } from '../../ports/sender.ts'
import { describeSendError } from './describe-send-error.ts'

const MAX_RESPONSE_BYTES = 64 * 1024
const MAX_INFORMATIONAL = 100
/** A process that looks at a timer so much too late has stood still. */
const HELD_UP_MS = 250

/** Something about the target's answer, or our deadline, that ends an attempt. */
class AttemptEndedError extends Error {
  override name = 'AttemptEndedError'
  override message = 'The attempt has ended.'
}

type ArrivedAnswer = { statusCode: number; headers: [string, string][] }

/**
 * Takes one answer within the deadline: at most 64 KiB of body, at most 100 informational answers before it.
 * @param settle gets the error too, where the connection gave one
 */
export function createExchangeHandler(timeoutMs: number, settle: (outcome: Sent, error?: unknown) => void) {
  const startedAt = performance.now()
  const chunks: Uint8Array[] = []
  let [received, informational] = [0, 0]
  let answer: ArrivedAnswer | undefined
  let controller: Dispatcher.DispatchController | undefined
  let isSettled = false

  function finish(outcome: Sent, error?: unknown): void {
    if (isSettled) return
    isSettled = true
    clearTimeout(deadline)
    settle(outcome, error)
  }

  const elapsed = () => Math.round(performance.now() - startedAt)
  const breakOff = (stage: string, code: string, message: string) => {
    if (isSettled) return
    finish({ kind: 'broken', stage, code, message, durationMs: elapsed() })
    controller?.abort(new AttemptEndedError())
  }
  const succeed = (answered: ArrivedAnswer, isCut: boolean) =>
    finish({ kind: 'answered', ...answered, body: Buffer.concat(chunks), isCut, durationMs: elapsed() })
  const fail = (error: unknown) => {
    if (isLookupsFull(error)) finish({ kind: 'full' })
    else finish({ kind: 'broken', ...describeSendError(error, answer !== undefined), durationMs: elapsed() }, error)
  }
  const stage = () => (answer ? 'response' : controller ? 'request' : 'connect')
  const timeOut = () => breakOff(stage(), 'TIMEOUT', sayTimeout(timeoutMs))

  const giveUp = () => (elapsed() - timeoutMs > HELD_UP_MS ? finish({ kind: 'held-up' }) : timeOut())
  // A process that was frozen looks at its timers before its sockets: what the target answered in time still counts, and what was
  // not on its way then is not sent, as somebody else may have begun.
  const deadline = setTimeout(() => (controller ? setImmediate(timeOut) : giveUp()), timeoutMs)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (isSettled) started.abort(new AttemptEndedError())
    },
    onResponseStart(_, statusCode, headers) {
      if (statusCode >= 200) {
        answer = { statusCode, headers: toList(headers) }
        return
      }
      informational += 1
      if (informational > MAX_INFORMATIONAL) {
        breakOff('response', 'TOO_MANY_1XX', `The target sent more than ${MAX_INFORMATIONAL} informational answers.`)
      }
    },
    onResponseData(current, chunk) {
      chunks.push(Buffer.from(chunk.subarray(0, MAX_RESPONSE_BYTES - received)))
      received += chunk.length
      if (received <= MAX_RESPONSE_BYTES || !answer) return
      succeed(answer, true)
      current.abort(new AttemptEndedError())
    },
    onResponseEnd() {
      if (answer) succeed(answer, false)
    },
    onResponseError(_, error) {
      fail(error)
    },
  }
  /** `fail`: the request could not even be handed over. */
  return { handler, fail }
}

const sayTimeout = (timeoutMs: number) => `The target did not answer in full within ${timeoutMs} ms.`

function toList(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
}
