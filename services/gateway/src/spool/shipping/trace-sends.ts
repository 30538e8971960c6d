import type { OutgoingRecord } from '@sluice/bus'
import { exchangeCompleted } from '@sluice/contracts'
import { beginSpan, failSpan, isRecorded, type Span, traceparentOf } from '@sluice/service-kit'

/** Records on their way, of which those whose trace is recorded bear the span of their sending. */
type TracedSend = { records: readonly OutgoingRecord[]; end(failure?: string): void }

/** To be ended when the bus has acknowledged them, or has not. */
export function traceSends(records: readonly OutgoingRecord[]): TracedSend {
  const spans: Span[] = []
  const traced = records.map(record => {
    const span = isRecorded(record.headers.traceparent) ? beginSending(record) : undefined
    if (!span) return record
    spans.push(span)
    return { ...record, headers: { ...record.headers, traceparent: traceparentOf(span) } }
  })
  return {
    records: traced,
    end(failure) {
      for (const span of spans) {
        if (failure) failSpan(span, failure)
        span.end()
      }
    },
  }
}

function beginSending({ key, headers }: OutgoingRecord): Span | undefined {
  const attributes = { 'messaging.operation.type': 'send', 'messaging.message.id': key }
  return beginSpan(`send ${exchangeCompleted.name}`, headers.traceparent, { kind: 'producer', attributes })
}
