import { isDocument } from '@sluice/documents'
import type { GraphQLEnumType } from 'graphql'
import { valueKey } from '../values/value-key.ts'

type ReportEnumFault = (path: string, message: string) => undefined
type EnumPlace = { value: unknown; path: string }

/** Gives the names of an enum the values that are stored for them: `{"ENTRY": 0, …}`. A name that is left out stands for itself. */
export function compileEnum({ value, path }: EnumPlace, type: GraphQLEnumType, report: ReportEnumFault): void {
  if (!isDocument(value)) return report(path, 'is an object of names and the values that are stored for them.')
  for (const [name, stored] of Object.entries(value)) {
    const known = type.getValue(name)
    if (!known) report(`${path}.${name}`, `The enum ${type.name} has no value "${name}".`)
    else if (!isScalar(stored)) report(`${path}.${name}`, 'is a text, a number, true, false or another single value.')
    else known.value = stored
  }
  const names = new Map<string, string>()
  for (const { name, value: stored } of type.getValues()) {
    const key = valueKey(stored)
    const other = names.get(key)
    if (other) report(`${path}.${name}`, `stands for the same stored value as ${other}.`)
    names.set(key, name)
  }
}

const isScalar = (value: unknown): boolean =>
  value !== null && value !== undefined && !Array.isArray(value) && !isDocument(value)
