import stringify from 'json-stringify-pretty-compact'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** What a text says as JSON, or what is wrong with it first. The place is counted from 1. */
export type ReadJson =
  | { kind: 'read'; value: unknown }
  | { kind: 'unreadable'; message: string; line: number; column: number }

export function readJson(text: string): ReadJson {
  try {
    return { kind: 'read', value: JSON.parse(text) }
  } catch {
    return firstFault(text)
  }
}

/** Words for what can be wrong with a text that is to be JSON. */
const WORDS: Readonly<Record<string, string>> = {
  CommaExpected: 'A comma is missing here.',
  ColonExpected: 'A colon is missing here.',
  CloseBraceExpected: 'A } is missing here.',
  CloseBracketExpected: 'A ] is missing here.',
  ValueExpected: 'A value is missing here.',
  PropertyNameExpected: 'A name in double quotes is missing here.',
  UnexpectedEndOfString: 'The quotes are not closed.',
  EndOfFileExpected: 'Nothing may follow the end of the object.',
}

function firstFault(text: string): ReadJson {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  const lines = text.slice(0, first?.offset ?? 0).split('\n')
  const message = (first && WORDS[printParseErrorCode(first.error)]) ?? 'This is not JSON.'
  return { kind: 'unreadable', message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** A value that fits into this many characters stands on one line. */
const LINE_LENGTH = 60

/** Prints a value as JSON for people: what is short stands on one line. */
export const printed = (value: unknown): string => stringify(value, { maxLength: LINE_LENGTH })
