import {
  type ASTVisitor,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type EnumTypeExtensionNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parse,
  type TypeNode,
  type UnionTypeDefinitionNode,
  type UnionTypeExtensionNode,
  visit,
} from 'graphql'
import type { OutlineField, OutlineType, SchemaOutline } from './outline.ts'

type TypeDraft = {
  name: string
  kind: OutlineType['kind']
  fields: OutlineField[]
  values: string[]
  members: string[]
}

/** Reads what a schema declares. @returns undefined of a text that is no SDL */
export function outlineOf(sdl: string): SchemaOutline | undefined {
  const document = parsed(sdl)
  if (document === undefined) return undefined
  const types = new Map<string, TypeDraft>()
  const roots = { query: 'Query', mutation: 'Mutation' }
  visit(document, collector(types, roots))
  return { types, roots }
}

function parsed(sdl: string): DocumentNode | undefined {
  try {
    return parse(sdl)
  } catch {
    return undefined
  }
}

function collector(types: Map<string, TypeDraft>, roots: SchemaOutline['roots']): ASTVisitor {
  const draftOf = (name: string, kind: OutlineType['kind']): TypeDraft => {
    const draft = types.get(name) ?? { name, kind, fields: [], values: [], members: [] }
    types.set(name, draft)
    return draft
  }
  const object = ({ name, fields = [], interfaces = [] }: ObjectTypeDefinitionNode | ObjectTypeExtensionNode) => {
    draftOf(name.value, 'object').fields.push(...fields.map(fieldOf))
    for (const each of interfaces) draftOf(each.name.value, 'abstract').members.push(name.value)
  }
  const union = ({ name, types: members = [] }: UnionTypeDefinitionNode | UnionTypeExtensionNode) => {
    draftOf(name.value, 'abstract').members.push(...members.map(each => each.name.value))
  }
  const enumeration = ({ name, values = [] }: EnumTypeDefinitionNode | EnumTypeExtensionNode) => {
    draftOf(name.value, 'enum').values.push(...values.map(each => each.name.value))
  }
  return {
    OperationTypeDefinition({ operation, type }) {
      if (operation !== 'subscription') roots[operation] = type.name.value
    },
    InterfaceTypeDefinition({ name }) {
      draftOf(name.value, 'abstract')
    },
    ObjectTypeDefinition: object,
    ObjectTypeExtension: object,
    UnionTypeDefinition: union,
    UnionTypeExtension: union,
    EnumTypeDefinition: enumeration,
    EnumTypeExtension: enumeration,
  }
}

function fieldOf({ name, type, arguments: args = [], loc }: FieldDefinitionNode): OutlineField {
  const { line = 1, column = 1 } = name.loc?.startToken ?? {}
  return {
    name: name.value,
    type: nameOf(type),
    isList: isList(type),
    args: args.map(arg => arg.name.value),
    place: { line, column },
    from: loc?.start ?? 0,
    to: loc?.end ?? 0,
  }
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type))
const isList = (type: TypeNode): boolean =>
  type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type))
