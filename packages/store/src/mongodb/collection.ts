import type { Collection } from '../port.ts'
import { indexMethods } from './indexes.ts'
import { readMethods } from './reads.ts'
import type { DriverRoute } from './route.ts'
import { modifyMethods, writeMethods } from './writes.ts'

export function openCollection(route: DriverRoute): Collection {
  return { ...readMethods(route), ...writeMethods(route), ...modifyMethods(route), ...indexMethods(route) }
}
