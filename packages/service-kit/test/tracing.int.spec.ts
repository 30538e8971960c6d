import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from '@sluice/testkit'
import { beginSpan, beginTrace, failSpan, isRecorded, traceparentOf, within } from '../src/tracing/spans.ts'
import { traceIds } from '../src/tracing/trace-ids.ts'
import { traceStore } from '../src/tracing/trace-store.ts'

const TRACE = '1'.repeat(32)
const PARENT = '2'.repeat(16)
const recorded = `00-${TRACE}-${PARENT}-01`
const airports = { db: 'sluice', collection: 'airports' }
const exporter = new InMemorySpanExporter()
const ended = () => exporter.getFinishedSpans()

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const spanProcessors = [new SimpleSpanProcessor(exporter)]
  trace.setGlobalTracerProvider(new BasicTracerProvider({ idGenerator: traceIds, spanProcessors }))
})
beforeEach(() => exporter.reset())
// They are of the process, which runs other files after this one.
afterAll(() => {
  trace.disable()
  context.disable()
})

describe('a span', () => {
  it('belongs to the trace and the place that the header names', () => {
    const span = beginSpan('work', recorded, { kind: 'server' })
    span?.end()
    expect(ended()[0]).toMatchObject({ name: 'work', parentSpanContext: { spanId: PARENT } })
    expect(span && traceparentOf(span)).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  })

  it.each([undefined, '', 'nonsense', `00-${TRACE}-${PARENT}-00`, `00-${'0'.repeat(32)}-${PARENT}-01`])(
    'is none where the header is %j',
    header => {
      expect(beginSpan('work', header, { kind: 'server' })).toBeUndefined()
      expect(ended()).toEqual([])
    },
  )

  it('of a consumer is linked to what was sent', () => {
    beginSpan('process', recorded, { kind: 'consumer' })?.end()
    expect(ended()[0]?.links).toMatchObject([{ context: { spanId: PARENT } }])
  })

  it('that begins a trace gives it the name it was told, and the next one a name by chance', () => {
    const first = beginTrace('one', TRACE, { kind: 'server' })
    const second = trace.getTracer('other').startSpan('two')
    expect(first?.spanContext().traceId).toBe(TRACE)
    expect(second.spanContext().traceId).not.toBe(TRACE)
    expect(isRecorded(first && traceparentOf(first))).toBe(true)
  })

  it('says why it failed by a code', () => {
    const span = beginSpan('work', recorded, { kind: 'client' })
    if (span) failSpan(span, 'TIMEOUT')
    span?.end()
    expect(ended()[0]).toMatchObject({ attributes: { 'error.type': 'TIMEOUT' }, status: { code: 2 } })
  })
})

describe('a store that is traced', () => {
  let plain: Store
  let store: Store
  beforeAll(async () => {
    plain = await openSqliteStore({ path: join(await temporaryDirectory(), 'store.sqlite') })
    store = traceStore(plain)
  })
  afterAll(() => plain.close())

  it('has a span for each command of work that is recorded, in transactions too', async () => {
    const span = beginSpan('answer', recorded, { kind: 'server' })
    await within(span, async () => {
      await store.collection(airports).insertOne({ _id: 'SFO' })
      await store.transaction(async inside => {
        await inside.collection(airports).updateOne({ _id: 'SFO' }, { $set: { state: 'CA' } })
      })
      expect(await store.collection(airports).find({})).toEqual([{ _id: 'SFO', state: 'CA' }])
    })
    expect(ended().map(({ name }) => name)).toEqual(['insertOne airports', 'updateOne airports', 'find airports'])
    const ids = new Set(ended().map(({ parentSpanContext }) => parentSpanContext?.spanId))
    expect([...ids]).toEqual([span?.spanContext().spanId])
  })

  it('says nothing of what is asked and answered', async () => {
    await within(beginSpan('answer', recorded, { kind: 'server' }), () =>
      store.collection(airports).find({ name: 'a secret of the filter' }),
    )
    expect(JSON.stringify(ended().map(({ attributes, name }) => [name, attributes]))).not.toContain('secret')
  })

  it('fails as the store does, and its span says by what', async () => {
    const work = () => store.collection(airports).insertOne({ _id: 'SFO' })
    const span = beginSpan('answer', recorded, { kind: 'server' })
    await expect(within(span, work)).rejects.toThrow()
    expect(ended()[0]?.attributes['error.type']).toBe('DuplicateKeyError')
  })

  it('has none where nothing is recorded', async () => {
    await within(undefined, () => store.collection(airports).find({}))
    expect(ended()).toEqual([])
  })
})
