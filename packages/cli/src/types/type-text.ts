/** Texts of TypeScript. A text of the server stands in them only as a literal or in a comment that it can't end. */

const NAME = /^[A-Za-z_$][\w$]*$/

const propertyName = (name: string): string => (NAME.test(name) ? name : literal(name))

/** @returns the type of exactly this value; `unknown` for a value that is no JSON */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'unknown'
  return objectText(Object.entries(value).map(([name, inner]) => ({ name, type: literal(inner), isRequired: true })))
}

export type TypeMember = { name: string; type: string; isRequired: boolean; description?: string }

/** @param index what any other field holds */
export function objectText(members: readonly TypeMember[], index?: string): string {
  const lines = [
    ...members.flatMap(({ name, type, isRequired, description }) => [
      ...commentLines(description),
      `${propertyName(name)}${isRequired ? '' : '?'}: ${type}`,
    ]),
    ...(index === undefined ? [] : [`[field: string]: ${index}`]),
  ]
  return lines.length === 0 ? '{}' : `{\n${lines.map(indent).join('\n')}\n}`
}

const indent = (text: string): string => text.replace(/^/gm, '  ')

export function commentLines(text: string | undefined): readonly string[] {
  const lines = (text ?? '').replaceAll('*/', '*\\/').split(/[\r\n\u2028\u2029]+/)
  const shown = lines.map(line => line.trim()).filter(Boolean)
  if (shown.length < 2) return shown.map(line => `/** ${line} */`)
  return ['/**', ...shown.map(line => ` * ${line}`), ' */']
}

/** One of several types, each once. `unknown` takes all others in. */
export function unionText(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter(type => type !== 'never')
  if (distinct.includes('unknown')) return 'unknown'
  return distinct.length === 0 ? 'never' : distinct.map(inParentheses('&')).join(' | ')
}

/** All of several types at once; `unknown` adds nothing. */
export function intersectionText(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter(type => type !== 'unknown')
  if (distinct.includes('never')) return 'never'
  if (distinct.length < 2) return distinct[0] ?? 'unknown'
  return distinct.map(inParentheses('|')).join(' & ')
}

export const arrayText = (element: string): string => `${wordOrGroup(element)}[]`

/** A type that an operator may follow. */
export const wordOrGroup = (type: string): string => (/^\w+$/.test(type) ? type : `(${type})`)

/** A type with this operator in it, apart from what stands beside it. */
const inParentheses = (operator: '|' | '&') => (type: string) => (type.includes(` ${operator} `) ? `(${type})` : type)
