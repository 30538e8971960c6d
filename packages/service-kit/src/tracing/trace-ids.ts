import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base'
import { givenTraceId } from './spans.ts'

const random = new RandomIdGenerator()

/** Random ids; that of a new trace may be given. */
export const traceIds: IdGenerator = {
  generateSpanId: () => random.generateSpanId(),
  generateTraceId: () => givenTraceId() ?? random.generateTraceId(),
}
