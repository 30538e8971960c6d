import type { TextPlace } from './json-place.ts'

/** A field of a type. `type`: the name of what it gives; `from`, `to`: where it stands in the text. */
export type OutlineField = {
  name: string
  type: string
  isList: boolean
  args: readonly string[]
  place: TextPlace
  from: number
  to: number
}
/** What a schema declares under a name. `values`: of an enum; `members`: the types that an interface or union stands for. */
export type OutlineType = {
  name: string
  kind: 'object' | 'abstract' | 'enum'
  fields: readonly OutlineField[]
  values: readonly string[]
  members: readonly string[]
}
/** What mappings can be written for. `roots`: the names of the types whose fields need one. */
export type SchemaOutline = { types: ReadonlyMap<string, OutlineType>; roots: { query: string; mutation: string } }

/** A field by its type's name and its own. */
export type FieldPath = { type: string; field: string }

/** Finds the field of a schema that stands at an offset. */
export function fieldAt({ types }: SchemaOutline, offset: number): FieldPath | undefined {
  for (const { name, fields } of types.values()) {
    const field = fields.find(({ from, to }) => offset >= from && offset <= to)
    if (field) return { type: name, field: field.name }
  }
  return undefined
}

/** Finds a field by its name; undefined where the schema has none. */
export const fieldOfPath = ({ types }: SchemaOutline, { type, field }: FieldPath): OutlineField | undefined =>
  types.get(type)?.fields.find(({ name }) => name === field)
