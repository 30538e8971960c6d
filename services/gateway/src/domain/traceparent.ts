const PATTERN = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const FLAGS_AT = 53

/** The header of W3C Trace Context: the client's where it is well formed, else one made of the request id. */
export function traceparentFor(sent: string | undefined, requestId: string): string {
  if (sent && PATTERN.test(sent)) return sent
  const parent = requestId.slice(19, 23) + requestId.slice(24)
  return `00-${requestId.slice(0, 8)}${requestId.slice(9, 13)}${requestId.slice(14, 18)}${parent}-${parent}-00`
}

/** The same place in the same trace, which is recorded, or is not. */
export const flagged = (traceparent: string, flags: '00' | '01'): string => traceparent.slice(0, FLAGS_AT) + flags

/** The name of the trace: 32 hexadecimal digits, those of the request id where the client sent none. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)
