import { RE2JS } from 're2js'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'

/** What PCRE has and a linear-time engine can't have, or reads differently. */
const NOT_IN_BOTH: readonly (readonly [RegExp, string])[] = [
  [/^\(\*/, 'A verb at the start of a regular expression'],
  [/\(\?(?:[=!>|#&(R]|<[=!]|P[=>])/, 'Look-around, atomic groups, comments and recursion in a regular expression'],
  [/\\(?:[1-9]|k[<{']|g\d?)/, 'A back-reference in a regular expression'],
  [/[*+?}]\+/, 'A possessive quantifier in a regular expression'],
  [/\\[GKRXhHvVNC]/, 'This escape in a regular expression'],
]

const FLAGS: Record<string, number> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL }

function flagsOf(options: string): number {
  let flags = 0
  for (const option of options) {
    if (option === 'u') continue
    const flag = FLAGS[option]
    if (flag === undefined) {
      if (option === 'x') throw new UnsupportedByStoreError('The regular expression option x')
      throw new InvalidQueryError(`$options has an unknown option: ${option}. Known are i, m and s.`)
    }
    flags |= flag
  }
  return flags
}

/**
 * A test that takes time in proportion to the text, whatever the expression.
 * @throws UnsupportedByStoreError for syntax that only a backtracking engine has
 */
export function compileRegex(pattern: string, options: string): (text: string) => boolean {
  const flags = flagsOf(options)
  const unescaped = pattern.replaceAll('\\\\', '')
  for (const [syntax, name] of NOT_IN_BOTH) if (syntax.test(unescaped)) throw new UnsupportedByStoreError(name)
  try {
    const compiled = RE2JS.compile(pattern, flags)
    return text => compiled.matcher(text).find()
  } catch {
    throw new InvalidQueryError(`$regex has to be a valid regular expression: ${pattern}`)
  }
}
