import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { isArray, isDocument } from '../values/value.ts'
import { compileFilter, isOperators } from './filter.ts'

export type FilterFault = { path: string; message: string }

/**
 * What a store would say of a filter when it is asked: operators that are not on the allow-list, malformed operands,
 * expressions that can't be read. To be asked before a filter is kept. Stops at the first fault of each condition.
 * @param path stands in front of the paths of the faults; may be empty
 */
export function findFilterFaults(filter: Document, path: string): FilterFault[] {
  return Object.entries(filter).flatMap(([name, condition]): FilterFault[] => {
    const place = path ? `${path}.${name}` : name
    const message = faultOf({ [name]: condition })
    if (message === undefined) return []
    const inner = innerFaults(name, condition, place)
    return inner.length > 0 ? inner : [{ path: place, message }]
  })
}

/** Finds the parts that are at fault taken alone; none where it is the whole that is. */
function innerFaults(name: string, condition: unknown, place: string): FilterFault[] {
  if (name.startsWith('$')) {
    if (!isArray(condition)) return []
    return condition.filter(isDocument).flatMap((branch, index) => findFilterFaults(branch, `${place}.${index}`))
  }
  if (!isOperators(condition)) return []
  const { $regex, $options, ...others } = condition
  const pattern = $regex === undefined ? {} : { $regex: { $regex, ...($options === undefined ? {} : { $options }) } }
  const alone = Object.entries(others).map(([operator, operand]) => [operator, { [operator]: operand }] as const)
  return [...alone, ...Object.entries(pattern)].flatMap(([operator, only]) => {
    const message = isOperators(only) ? faultOf({ [name]: only }) : undefined
    return message === undefined ? [] : [{ path: `${place}.${operator}`, message }]
  })
}

function faultOf(filter: Document): string | undefined {
  try {
    compileFilter(filter)
    return undefined
  } catch (error) {
    if (error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError) return error.message
    throw error
  }
}
