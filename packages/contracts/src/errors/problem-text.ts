import { type ErrorCode, problemDocument, type Refusal } from './errors.ts'

/** What a problem document ends with when neither its detail nor its request id is filled in. */
const UNFILLED = '"","requestId":""}'

/** The text of the problem documents of each code up to their details, which is the same each time. */
const beginnings = new Map<ErrorCode, string>()

function beginningOf(code: ErrorCode): string {
  const known = beginnings.get(code)
  if (known !== undefined) return known
  const beginning = JSON.stringify(problemDocument({ code, detail: '' }, '')).slice(0, -UNFILLED.length)
  beginnings.set(code, beginning)
  return beginning
}

/** Writes the JSON of a problem document. */
export function problemText({ code, detail, errors }: Omit<Refusal, 'kind'>, requestId: string): string {
  const faults = errors?.length ? `,"errors":${JSON.stringify(errors)}` : ''
  return `${beginningOf(code)}${JSON.stringify(detail)}${faults},"requestId":${JSON.stringify(requestId)}}`
}
