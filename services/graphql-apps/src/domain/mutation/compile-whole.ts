import { isDocument } from '@sluice/documents'
import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { compileHole, isHole, type MappingPlace } from '../compile/compile-hole.ts'
import type { Hole } from '../model/hole.ts'
import type { UpdateTemplate, ValueTemplate } from '../model/mutation-model.ts'
import type { MutationContext } from './mutation-context.ts'
import { isWithin, readOnlyFault } from './read-only.ts'
import { compileValue, holesOf } from './value-template.ts'

/** A whole document: an object of the mapping with holes for values, or an argument that is an object. */
export function compileDocument(place: MappingPlace, context: MutationContext): ValueTemplate | undefined {
  const { value, path } = place
  if (isHole(value)) {
    const hole = compileObjectHole(place, context)
    return hole && { kind: 'hole', hole }
  }
  if (!isDocument(value)) return context.report(path, 'A document is an object, or {"$arg": "…"}.')
  if (Object.hasOwn(value, '_etag')) return context.report(`${path}._etag`, '_etag is written by the service alone.')
  const template = compileValue(place, context)
  return template && reportReadOnlyHoles(template, path, context)
}

function reportReadOnlyHoles(template: ValueTemplate, path: string, context: MutationContext) {
  for (const { hole, path: at } of holesOf(template)) {
    const fixed = hole.kind === 'arg' ? context.readOnly.find(each => isWithin(at, each)) : undefined
    if (fixed) context.report(`${path}.${at}`, readOnlyFault(fixed))
  }
  return template
}

/** The documents of an `insertMany`: an argument that is a list of objects, or a list in the mapping. */
export function compileDocuments(place: MappingPlace, context: MutationContext): ValueTemplate | undefined {
  const { value, path } = place
  if (isHole(value)) {
    const hole = compileHole(place, context)
    const fault = hole && faultOfListHole(hole)
    if (fault) return context.report(path, fault)
    return hole && { kind: 'hole', hole }
  }
  if (!Array.isArray(value) || value.length === 0) {
    return context.report(path, 'The documents are a list of objects, or {"$arg": "…"} with a list.')
  }
  const items = value.map((each, index) => compileDocument({ value: each, path: `${path}.${index}` }, context))
  return { kind: 'list', items: items.filter(item => item !== undefined) }
}

/** `"$set": {"$arg": "patch"}`: each field that the argument brings is set. */
export function compilePatch(operator: string, place: MappingPlace, context: MutationContext): UpdateTemplate {
  if (operator !== '$set' && operator !== '$setOnInsert') {
    context.report(place.path, `The fields of ${operator} come from the mapping alone. Name them there.`)
    return []
  }
  const hole = compileObjectHole(place, context)
  return hole ? [{ kind: 'patch', operator, hole }] : []
}

function compileObjectHole(place: MappingPlace, context: MutationContext): Hole | undefined {
  const hole = compileHole(place, context)
  const fault = hole && faultOfObjectHole(hole)
  return fault ? context.report(place.path, fault) : hole
}

function faultOfObjectHole(hole: Hole): string | undefined {
  return faultOfWhole(hole) ?? (hole.kind === 'arg' && hole.type ? faultOfObjectType(hole.type) : undefined)
}

function faultOfListHole(hole: Hole): string | undefined {
  const fault = faultOfWhole(hole)
  if (fault || hole.kind !== 'arg' || !hole.type) return fault
  const type = getNullableType(hole.type)
  return isListType(type) ? faultOfObjectType(type.ofType) : `A list is needed here, not ${String(hole.type)}.`
}

function faultOfWhole(hole: Hole): string | undefined {
  if (hole.kind !== 'arg') return 'Only an argument can stand for whole documents.'
  return hole.default ? 'Whole documents have no default here. Give the argument one in the schema.' : undefined
}

function faultOfObjectType(given: GraphQLInputType): string | undefined {
  const type = getNullableType(given)
  if (isInputObjectType(type) || String(type) === 'BsonDocument') return undefined
  return `An input object or a BsonDocument is needed here, not ${String(given)}.`
}
