import type { Collection } from '../port.ts'
import { indexMethods } from './indexes.ts'
import { readMethods } from './reads.ts'
import type { Route } from './route.ts'
import { modifyMethods, writeMethods } from './writes.ts'

export function openCollection(route: Route): Collection {
  return { ...readMethods(route), ...writeMethods(route), ...modifyMethods(route), ...indexMethods(route) }
}
