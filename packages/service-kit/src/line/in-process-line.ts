import { Dispatcher, errors } from 'undici'
import type { ServiceEntry } from '../http/http-app.ts'
import { withinNone } from '../tracing/spans.ts'
import { createLineCall, failCall, type LineCall, limitSilence, tell } from './line-call.ts'
import { replyByLine } from './line-reply.ts'
import { requestByLine } from './line-request.ts'

/** The way to a service in the same process: a call where there would be a socket, and no other difference. */
export type InProcessLine = {
  /** Asks the service, by the contract of undici: `headersTimeout` bounds every silence of the service. */
  dispatcher: Dispatcher
  /** Requests that wait until others have been answered. */
  waiting(): number
  /** What the service says that it serves; undefined while it is not there. */
  description(): ReturnType<ServiceEntry['describe']> | undefined
  /** The service is there from now on. */
  open(entry: ServiceEntry): void
  /** Takes no more requests, lets those end that have begun until the deadline, then cuts what is left. */
  close(deadlineMs: number): Promise<void>
}

type InProcessLineOptions = {
  /** How long (ms) a service may be silent. Default 60,000. */
  patienceMs?: number
}

/** So many calls run at once: a gateway has as many connections to a service. */
const AT_ONCE = 128
const PATIENCE_MS = 60_000

export function createInProcessLine({ patienceMs = PATIENCE_MS }: InProcessLineOptions = {}): InProcessLine {
  const calls = createCallQueue(patienceMs)
  let entry: ServiceEntry | undefined
  return {
    dispatcher: createDispatcher((call: LineCall) => {
      if (entry) calls.enter(call, entry)
      else failCall(call, new errors.ClientDestroyedError('The service is not there.'))
      return true
    }),
    waiting: calls.waiting,
    description: () => entry?.describe(),
    open(opened) {
      entry = opened
    },
    async close(deadlineMs) {
      entry = undefined
      await calls.end(deadlineMs)
    },
  }
}

const createDispatcher = (enter: (call: LineCall) => boolean): Dispatcher =>
  Object.assign(new Dispatcher(), {
    dispatch: (sent: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) =>
      enter(createLineCall(sent, handler)),
  })

/** Calls that have begun, and those that wait for them in the order in which they came. */
function createCallQueue(patienceMs: number) {
  const open = new Set<LineCall>()
  const waiting = new Set<{ call: LineCall; entry: ServiceEntry }>()
  let isFilling = false
  let idle = () => {}

  function begin(call: LineCall, entry: ServiceEntry): void {
    open.add(call)
    call.closers.push(() => {
      open.delete(call)
      fill()
    })
    limitSilence(call, call.sent.headersTimeout ?? patienceMs)
    tell(call, () => call.handler.onRequestStart?.(call.controller, {}))
    // A request that waited begins where another one ends.
    if (!call.isOver) withinNone(() => entry.serve(requestByLine(call), replyByLine(call)))
  }

  /** One loop, also where a call ends as soon as it begins. */
  function fill(): void {
    if (isFilling) return
    isFilling = true
    for (const next of waiting) {
      if (open.size >= AT_ONCE) break
      waiting.delete(next)
      begin(next.call, next.entry)
    }
    isFilling = false
    if (open.size === 0) idle()
  }

  return {
    waiting: () => waiting.size,
    enter(call: LineCall, entry: ServiceEntry): void {
      if (open.size < AT_ONCE) return begin(call, entry)
      waiting.add({ call, entry })
    },
    async end(deadlineMs: number): Promise<void> {
      for (const { call } of waiting) failCall(call, new errors.ClientClosedError('The service stops.'))
      waiting.clear()
      const ended = Promise.withResolvers<void>()
      idle = ended.resolve
      fill()
      const cut = setTimeout(() => {
        for (const call of open) failCall(call, new errors.SocketError('The service has stopped.'))
      }, deadlineMs)
      await ended.promise
      clearTimeout(cut)
    },
  }
}
