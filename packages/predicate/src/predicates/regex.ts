import { RE2JS } from 're2js'
import { type CallInput, type Definition, readFlag } from '../definition.ts'
import { fault, type SyntaxFault } from '../language/syntax.ts'
import { resolveText, showOperand } from '../operand.ts'

/** A pattern costs at most its size for every character: with their product bounded the worst test takes some 15 ms. */
const MAX_PROGRAM_SIZE = 1000
const MAX_LENGTH = 8192
const MAX_STEPS = 1_000_000

/** Linear in the length of the value, whatever the pattern. A value that is too long for it is unknown. */
export const regex: Definition = {
  parameters: [
    { name: 'pattern', takes: 'text' },
    { name: 'value', takes: 'operand', fallback: '%R' },
    { name: 'full-match', takes: 'text', fallback: 'false' },
    { name: 'case-sensitive', takes: 'text', fallback: 'true' },
  ],
  defaultParameter: 'pattern',
  build(input) {
    const isFull = flag(input, 'full-match')
    const isCaseSensitive = flag(input, 'case-sensitive')
    if (typeof isFull !== 'boolean') return isFull
    if (typeof isCaseSensitive !== 'boolean') return isCaseSensitive
    const { text: source, offset } = input.text('pattern')
    const pattern = compilePattern(source, isCaseSensitive)
    if (typeof pattern === 'string') return fault(offset, pattern)
    const value = input.operand('value')
    const longest = Math.min(MAX_LENGTH, MAX_STEPS / pattern.programSize())
    return {
      kind: 'check',
      test(exchange, scope) {
        const text = resolveText(value, exchange, scope)
        if (text === undefined || text.length > longest) return 'unknown'
        return isFull ? pattern.testExact(text) : pattern.test(text)
      },
      because: (exchange, scope) => showOperand(value, exchange, scope),
      binds: Array.from({ length: pattern.groupCount() + 1 }, (_, group) => `${group}`),
      bind(exchange, bindings) {
        const matcher = pattern.matcher(resolveText(value, exchange, bindings) ?? '')
        if (!(isFull ? matcher.matches() : matcher.find())) return
        for (let group = 0; group <= pattern.groupCount(); group++) {
          const found = matcher.group(group)
          if (found === null) bindings.delete(`${group}`)
          else bindings.set(`${group}`, found)
        }
      },
    }
  },
}

function flag({ text }: CallInput, name: string): boolean | SyntaxFault {
  const given = text(name)
  return readFlag(given.text) ?? fault(given.offset, `${name} is true or false, not "${given.text}".`)
}

function compilePattern(source: string, isCaseSensitive: boolean): RE2JS | string {
  try {
    const pattern = RE2JS.compile(source, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    return pattern.programSize() > MAX_PROGRAM_SIZE
      ? 'The regular expression is too large. Use smaller repetitions.'
      : pattern
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace('error parsing regexp: ', '') : 'it can not be read'
    return `The regular expression does not work: ${reason}. The syntax is that of RE2.`
  }
}
