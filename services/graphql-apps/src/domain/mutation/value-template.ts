import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { compileHole, isHole, type MappingPlace } from '../compile/compile-hole.ts'
import type { FieldContext } from '../compile/field-context.ts'
import { ABSENT } from '../model/filter-template.ts'
import type { Hole } from '../model/hole.ts'
import type { ValueTemplate } from '../model/mutation-model.ts'
import { faultOfName, faultOfStored } from './stored-value.ts'

const MAX_DEPTH = 20

/** Compiles a value of a mapping; faults are reported. @returns undefined when it is at fault */
export function compileValue(place: MappingPlace, context: FieldContext, depth = 0): ValueTemplate | undefined {
  const { value, path } = place
  if (depth > MAX_DEPTH) return context.report(path, `A value may be nested ${MAX_DEPTH} levels deep at most.`)
  if (isHole(value)) return compileHoleValue(place, context)
  if (Array.isArray(value)) {
    const items = value.map((each, index) =>
      compileValue({ value: each, path: `${path}.${index}` }, context, depth + 1),
    )
    return { kind: 'list', items: items.filter(isCompiled) }
  }
  if (isDocument(value)) return compileObject({ value, path }, context, depth)
  const fault = faultOfStored(value)
  return fault ? context.report(path, fault) : { kind: 'fixed', value }
}

function compileHoleValue(place: MappingPlace, context: FieldContext): ValueTemplate | undefined {
  const hole = compileHole(place, context)
  if (!hole) return undefined
  const fault = hole.kind === 'arg' && hole.default && faultOfStored(hole.default.value)
  return fault ? context.report(place.path, `The default can not stand here. ${fault}`) : { kind: 'hole', hole }
}

const isCompiled = (template: ValueTemplate | undefined): template is ValueTemplate => template !== undefined

function compileObject(
  { value, path }: { value: Document; path: string },
  context: FieldContext,
  depth: number,
): ValueTemplate {
  const fields = Object.entries(value).flatMap(([name, inner]): [string, ValueTemplate][] => {
    const at = `${path}.${name}`
    const fault = faultOfName(name)
    if (fault) context.report(at, fault)
    const compiled = fault ? undefined : compileValue({ value: inner, path: at }, context, depth + 1)
    return compiled ? [[name, compiled]] : []
  })
  return { kind: 'object', fields }
}

/** Gives the checked value of a hole, or `ABSENT`. @param path dotted, inside what is stored. @throws GraphQLError */
export type FillValue = (hole: Hole, path: string) => unknown

/**
 * Fills all holes in one pass; what was put in is not looked at again. A field or element whose argument is absent is
 * left out, and so is an object or list that held nothing else.
 */
export function fillValue(template: ValueTemplate, fill: FillValue, path = ''): unknown {
  switch (template.kind) {
    case 'fixed':
      return template.value
    case 'hole':
      return fill(template.hole, path)
    case 'list': {
      const items = template.items.map(item => fillValue(item, fill, path)).filter(item => item !== ABSENT)
      return items.length === 0 && template.items.length > 0 ? ABSENT : items
    }
    case 'object': {
      const fields = fillFields(template, fill, path)
      return Object.keys(fields).length === 0 && template.fields.length > 0 ? ABSENT : fields
    }
  }
}

function fillFields({ fields }: Extract<ValueTemplate, { kind: 'object' }>, fill: FillValue, path: string): Document {
  const filled: Document = {}
  for (const [name, template] of fields) {
    const value = fillValue(template, fill, path ? `${path}.${name}` : name)
    if (value !== ABSENT) filled[name] = value
  }
  return filled
}

/** The holes of a template with their dotted places in what is stored. */
export function holesOf(template: ValueTemplate, path = ''): readonly { hole: Hole; path: string }[] {
  switch (template.kind) {
    case 'fixed':
      return []
    case 'hole':
      return [{ hole: template.hole, path }]
    case 'list':
      return template.items.flatMap(item => holesOf(item, path))
    case 'object':
      return template.fields.flatMap(([name, inner]) => holesOf(inner, path ? `${path}.${name}` : name))
  }
}
