import { isObject, listOf } from '../json-values.ts'

/** The variables of a stored aggregation by their names, and whether one has to be given. */
export type AggregationVariables = ReadonlyMap<string, { isRequired: boolean }>

/**
 * Finds the variables of a pipeline. One has to be given where it stands without a default outside of the stages that
 * `$ifvar` keeps or drops. Names with `@` are left out: the server fills them.
 */
export function aggregationVariables(stages: unknown): AggregationVariables {
  const found = new Map<string, { isRequired: boolean }>()
  const note = (name: unknown, isRequired: boolean): void => {
    if (typeof name !== 'string' || name.startsWith('@')) return
    found.set(name, { isRequired: isRequired || found.get(name)?.isRequired === true })
  }
  const visit = (value: unknown, isKept: boolean): void => {
    if (Array.isArray(value)) for (const inner of value) visit(inner, isKept)
    if (!isObject(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$var') note(Array.isArray(inner) ? inner[0] : inner, isKept && !hasDefault(inner))
      else if (key === '$ifvar') visitConditional(listOf(inner))
      else visit(inner, isKept)
    }
  }
  const visitConditional = ([names, ...kept]: readonly unknown[]): void => {
    for (const name of Array.isArray(names) ? names : [names]) note(name, false)
    visit(kept, false)
  }
  visit(stages, true)
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const hasDefault = (argument: unknown): boolean => Array.isArray(argument) && argument.length > 1
