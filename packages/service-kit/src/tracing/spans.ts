import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'

export type { Span }

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

type SpanBeginning = { kind: keyof typeof KINDS; attributes?: Attributes }

const TRACER = 'sluice'
const FLAGS_AT = 53

/** Whether a trace is recorded, by its header of W3C Trace Context. */
export const isRecorded = (traceparent: string | undefined): traceparent is string =>
  traceparent !== undefined && (Number.parseInt(traceparent.slice(FLAGS_AT), 16) & TraceFlags.SAMPLED) !== 0

/**
 * Begins a span within a trace that is recorded.
 * @param traceparent the header of W3C Trace Context that names the trace and what this belongs to
 * @returns undefined where the trace is not recorded, or spans go nowhere
 */
export function beginSpan(
  name: string,
  traceparent: string | undefined,
  { kind, attributes }: SpanBeginning,
): Span | undefined {
  const parent = isRecorded(traceparent) ? parseTraceParent(traceparent) : null
  if (!parent) return undefined
  const remote = { ...parent, isRemote: true }
  // A consumer is linked to what was sent, also by those who look for its links only.
  const links = kind === 'consumer' ? [{ context: remote }] : []
  const options = { kind: KINDS[kind], links, ...(attributes && { attributes }) }
  return recording(trace.getTracer(TRACER).startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, remote)))
}

let given: string | undefined

/** Returns the id of the trace that begins at the moment, where it is not to be a random one. */
export const givenTraceId = (): string | undefined => given

/** @param begin is done at once; a trace that begins in it is called so */
function withTraceId<T>(traceId: string, begin: () => T): T {
  given = traceId
  try {
    return begin()
  } finally {
    given = undefined
  }
}

/** Begins a trace. @param traceId 32 hexadecimal digits @returns undefined where spans go nowhere */
export function beginTrace(name: string, traceId: string, { kind, attributes }: SpanBeginning): Span | undefined {
  const options = { kind: KINDS[kind], ...(attributes && { attributes }) }
  return withTraceId(traceId, () => recording(trace.getTracer(TRACER).startSpan(name, options, ROOT_CONTEXT)))
}

const recording = (span: Span): Span | undefined => (span.isRecording() ? span : undefined)

/** The header of W3C Trace Context for what belongs to a span. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

/** @param reason a code; no text that could hold anything of a request */
export function failSpan(span: Span, reason: string): void {
  span.setAttribute('error.type', reason)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Does work within a span, which it does not end: what is asked of the store meanwhile belongs to it. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? context.with(trace.setSpan(ROOT_CONTEXT, span), work) : work()

/** Does work within no span, whoever calls. */
export const withinNone = <T>(work: () => T): T =>
  context.active() === ROOT_CONTEXT ? work() : context.with(ROOT_CONTEXT, work)
