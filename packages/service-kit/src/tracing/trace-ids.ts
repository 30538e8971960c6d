import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base'

const random = new RandomIdGenerator()
let given: string | undefined

/** Random ids; that of a new trace may be given. */
export const traceIds: IdGenerator = {
  generateSpanId: () => random.generateSpanId(),
  generateTraceId: () => given ?? random.generateTraceId(),
}

/** @param begin is done at once; a trace that begins in it is called so */
export function withTraceId<T>(traceId: string, begin: () => T): T {
  given = traceId
  try {
    return begin()
  } finally {
    given = undefined
  }
}
