import stringify from 'json-stringify-pretty-compact'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { AppTexts, PlacedFault } from './app-faults.ts'

/** A value that fits into this many characters stands on one line. */
const LINE_LENGTH = 64

/** The two texts of an app, as they are edited. */
export const textsOf = ({ schema, mappings }: { schema: string; mappings: unknown }): AppTexts => ({
  schema,
  mappings: stringify(mappings, { maxLength: LINE_LENGTH }),
})

/** The mappings as an object, or where the text is no JSON. */
export type ReadMappings = { kind: 'read'; mappings: unknown } | { kind: 'unreadable'; fault: PlacedFault }

export function readMappings(text: string): ReadMappings {
  try {
    return { kind: 'read', mappings: JSON.parse(text) }
  } catch {
    return { kind: 'unreadable', fault: firstFault(text) }
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

function firstFault(text: string): PlacedFault {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  const lines = text.slice(0, first?.offset ?? 0).split('\n')
  const message = (first && WORDS[printParseErrorCode(first.error)]) ?? 'This is not JSON.'
  return { where: 'mappings', message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** The id of an app as it stands in paths; undefined of one that is no text, which has no page here. */
export const appIdOf = (id: unknown): string | undefined => {
  if (typeof id === 'string') return id
  const oid: unknown = typeof id === 'object' && id !== null && '$oid' in id ? id.$oid : undefined
  return typeof oid === 'string' ? oid : undefined
}
