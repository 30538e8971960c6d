import { isDocument } from '@sluice/documents'
import { GraphQLError } from 'graphql'
import { ownField } from '../values/bson-values.ts'

export const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`)

/** Whether writing one of them changes the other. */
export const touches = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one)

export const readOnlyFault = (path: string): string =>
  `"${path}" is readOnly, so no argument can write it. Take it out of readOnly, or write it without $arg.`

export const fieldReadOnly = (path: string): GraphQLError =>
  new GraphQLError(`"${path}" is set by the app alone. Leave it out.`, { extensions: { code: 'FIELD_READ_ONLY' } })

/** Refuses a value that brings a protected field. @param path where in the document the value stands; empty for all of it */
export function refuseReadOnly(value: unknown, path: string, readOnly: readonly string[]): void {
  for (const each of readOnly) {
    const rest = path === '' ? each : each.slice(path.length + 1)
    const isInside = path === '' || (isWithin(each, path) && each !== path)
    if (isInside && isThere(value, rest.split('.'))) throw fieldReadOnly(each)
  }
}

function isThere(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (Array.isArray(value)) return value.some(each => isThere(each, [name, ...rest]))
  return isDocument(value) && Object.hasOwn(value, name) && isThere(ownField(value, name), rest)
}
