import { jsonPlace } from './json-place.ts'

/** An error of a GraphQL answer. `line`, `column`: of its path in the shown text, where it is there. */
export type ResultFault = { code: string; message: string; path: string; line?: number; column?: number }

/** Reads an answer for showing it. @param body as it came @returns the text laid out, and its errors */
export function readResult(body: string): { text: string; faults: readonly ResultFault[] } {
  const answer = parsed(body)
  if (answer === undefined) return { text: body, faults: [] }
  const text = JSON.stringify(answer, undefined, 2)
  return { text, faults: errorsOf(answer).map(error => readFault(error, text)) }
}

function readFault(error: unknown, text: string): ResultFault {
  const path = listOf(field(error, 'path')).map(String).join('.')
  const code = field(field(error, 'extensions'), 'code')
  const fault = {
    code: typeof code === 'string' ? code : 'ERROR',
    message: String(field(error, 'message') ?? 'There is no message.'),
    path,
  }
  return path === '' ? fault : { ...fault, ...jsonPlace(text, `data.${path}`) }
}

const errorsOf = (answer: unknown): readonly unknown[] => listOf(field(answer, 'errors'))
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
