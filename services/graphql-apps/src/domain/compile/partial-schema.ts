import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  Kind,
  visit,
} from 'graphql'
import type { AnyField } from '../model/app-model.ts'
import { bindScalars } from '../values/scalars.ts'

/** What can be known of a schema that is at fault: enough to judge the mappings that its faults do not touch. */
export type PartialSchema = {
  schema: GraphQLSchema
  root: GraphQLObjectType | undefined
  /** The names of types that can't be read, or are not there. */
  unknown: ReadonlySet<string>
}

/** @param unreadable names of types whose definitions can't be read @returns undefined where nothing can be known */
export function partialSchema(document: DocumentNode, unreadable: Iterable<string>): PartialSchema | undefined {
  const definitions = document.definitions.filter(isOfSchema)
  const unknown = new Set([...unreadable, ...undefinedNames(definitions)])
  const known = definitions.filter(each => !('name' in each && each.name && unknown.has(each.name.value)))
  try {
    const all = { ...document, definitions: [...known, ...[...unknown].map(placeholder)] }
    const schema = bindScalars(buildASTSchema(all, { assumeValid: true, assumeValidSDL: true }))
    // Types and fields are read when they are first asked for; what is wrong with them shows then.
    for (const type of Object.values(schema.getTypeMap())) if ('getFields' in type) type.getFields()
    const root = schema.getQueryType()
    return { schema, root: isObjectType(root) ? root : undefined, unknown }
  } catch {
    // It is at fault already, and was said to be; that it can't be built adds nothing.
    return undefined
  }
}

const isOfSchema = ({ kind }: DefinitionNode): boolean =>
  kind !== Kind.OPERATION_DEFINITION && kind !== Kind.FRAGMENT_DEFINITION

const BUILT_IN = ['ID', 'String', 'Int', 'Float', 'Boolean']

function undefinedNames(definitions: readonly DefinitionNode[]): string[] {
  const defined = new Set([...BUILT_IN, ...definitions.map(each => ('name' in each ? each.name?.value : undefined))])
  const used = new Set<string>()
  const NamedType = { enter: ({ name }: { name: { value: string } }) => void used.add(name.value) }
  for (const definition of definitions) visit(definition, { NamedType })
  return [...used].filter(name => !defined.has(name))
}

function placeholder(value: string): DefinitionNode {
  const nameOf = (text: string) => ({ kind: Kind.NAME, value: text }) as const
  const type = { kind: Kind.NAMED_TYPE, name: nameOf('Boolean') } as const
  const field = { kind: Kind.FIELD_DEFINITION, name: nameOf('unknown'), type } as const
  return { kind: Kind.OBJECT_TYPE_DEFINITION, name: nameOf(value), fields: [field] }
}

/** Whether all that a mapping of the field is judged by is known. */
export function isKnownField({ type, args }: AnyField, unknown: ReadonlySet<string>): boolean {
  if (unknown.size === 0) return true
  return (
    !unknown.has(getNamedType(type).name) &&
    areKnown(
      args.map(argument => argument.type),
      unknown,
    )
  )
}

/** Whether none of the types is unknown, nor any inside of them; they may be many, one inside the other. */
function areKnown(inputs: readonly GraphQLInputType[], unknown: ReadonlySet<string>): boolean {
  const types = new Set(inputs.map(each => getNamedType(each)))
  for (const type of types) {
    if (unknown.has(type.name)) return false
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) types.add(getNamedType(field.type))
  }
  return true
}
