import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

/** One span as a collector got it; ids are hexadecimal digits, times in epoch ms. */
export type CollectedSpan = {
  service: string
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Readonly<Record<string, unknown>>
  linksTo: readonly string[]
  startedAt: number
  endedAt: number
  isFailed: boolean
}

export type TraceCollector = {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  /** What has come of a trace, as it began. */
  trace(traceId: string): CollectedSpan[]
  /** All that was sent, as it came. */
  bytes(): Buffer
  close(): Promise<void>
}

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform(list => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])))

const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  links: z.array(z.object({ spanId: z.string() })).default([]),
  status: z.object({ code: z.int().optional() }).default({}),
})
const request = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
})
const FAILED = 2
const NS_PER_MS = 1e6

/** Takes spans by OTLP over HTTP, as JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const collected: CollectedSpan[] = []
  const sent: Buffer[] = []
  const take = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(incoming)
    sent.push(body)
    collected.push(...readSpans(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((incoming, response) => void take(incoming, response).catch(() => response.destroy()))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    trace: traceId =>
      collected.filter(one => one.traceId === traceId).sort((one, other) => one.startedAt - other.startedAt),
    bytes: () => Buffer.concat(sent),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readSpans(body: Buffer): CollectedSpan[] {
  return request.parse(JSON.parse(body.toString())).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ startTimeUnixNano, endTimeUnixNano, links, status, parentSpanId, ...rest }) => ({
        ...rest,
        service: String(resource.attributes['service.name']),
        parentSpanId: parentSpanId || undefined,
        linksTo: links.map(({ spanId }) => spanId),
        startedAt: Number(startTimeUnixNano) / NS_PER_MS,
        endedAt: Number(endTimeUnixNano) / NS_PER_MS,
        isFailed: status.code === FAILED,
      })),
  )
}

/** A trace as a tree of lines: when each span began and how long it took (ms), by whom and what. */
export function drawTrace(spans: readonly CollectedSpan[]): string {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const [first] = spans
  const draw = (one: CollectedSpan, depth: number): string[] => {
    const at = `+${(one.startedAt - (first?.startedAt ?? 0)).toFixed(1)}`.padStart(8)
    const took = (one.endedAt - one.startedAt).toFixed(1).padStart(7)
    const below = spans.filter(({ parentSpanId }) => parentSpanId === one.spanId)
    const line = `${at} ${took} ms  ${'   '.repeat(depth)}${one.name}  (${one.service})${one.isFailed ? ' FAILED' : ''}`
    return [line, ...below.flatMap(other => draw(other, depth + 1))]
  }
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId))
  return roots.flatMap(root => draw(root, 0)).join('\n')
}
