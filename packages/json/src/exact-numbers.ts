declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this text (Node.js 22 and later). */
    rawJSON(text: string): object
  }
}

/** A number that JavaScript would round or write in another way. Inside a string it costs time only. */
const DELICATE_NUMBER = /\d{16}|\d\.\d|\d[eE]/

/** Whole numbers beyond 2^53 as `bigint`, so that whoever compares sees every digit. @param text that is JSON */
export const parseWithBigints = (text: string): unknown =>
  reviveNumbers(text, source => (/[.eE]/.test(source) ? undefined : BigInt(source)))

/** Numbers that `JSON.stringify` writes with the digits that they came with. @param text that is JSON */
export const parseForPrinting = (text: string): unknown => reviveNumbers(text, source => JSON.rawJSON(source))

/** @param toExact of a number that JavaScript would write in another way; undefined keeps it */
function reviveNumbers(text: string, toExact: (source: string) => unknown): unknown {
  if (!DELICATE_NUMBER.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_name: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value
    return toExact(source) ?? value
  })
}
