export type ReadObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is ReadObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of what may be an object. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** @returns the text, or an empty one for anything else */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const objectOf = (value: unknown): ReadObject => (isObject(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Two blanks a level and a last newline: the form of every JSON file that the command line writes. */
export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A date of an answer as people read it, in UTC; a dash where there is none. */
export function instantText(value: unknown): string {
  const milliseconds = memberOf(value, '$date')
  const date = typeof milliseconds === 'number' ? new Date(milliseconds) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? '-' : `${date.toISOString().slice(0, 19)}Z`
}
