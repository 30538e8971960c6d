import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'

type WithSyntax = { astNode?: unknown }

/**
 * Takes the syntax trees out of a schema that has been checked: they are more than half of its memory, and answering
 * needs none of them.
 */
export function dropSyntax(schema: GraphQLSchema): void {
  drop(schema)
  schema.extensionASTNodes = []
  for (const type of Object.values(schema.getTypeMap())) dropFromType(type)
  for (const directive of schema.getDirectives()) {
    drop(directive)
    directive.args.forEach(drop)
  }
}

function dropFromType(type: GraphQLNamedType): void {
  drop(type)
  type.extensionASTNodes = []
  if (isEnumType(type)) type.getValues().forEach(drop)
  if (isInputObjectType(type)) Object.values(type.getFields()).forEach(drop)
  if (isObjectType(type) || isInterfaceType(type)) Object.values(type.getFields()).forEach(dropFromField)
}

function dropFromField(field: WithSyntax & { args: readonly GraphQLArgument[] }): void {
  drop(field)
  field.args.forEach(drop)
}

function drop(part: WithSyntax): void {
  part.astNode = undefined
}
