import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  valueFromAST,
} from 'graphql'

type WithDefault = GraphQLArgument | GraphQLInputField

/**
 * Reads the defaults of arguments and input fields by what their scalars and enums mean; a schema that is built from SDL
 * has read them before these were bound.
 * @returns those whose default is none of their type
 */
export const bindDefaults = (schema: GraphQLSchema): readonly WithDefault[] =>
  inputsOf(schema).filter(input => {
    const { astNode, type } = input
    if (!astNode?.defaultValue) return false
    input.defaultValue = valueFromAST(astNode.defaultValue, type)
    return input.defaultValue === undefined
  })

function inputsOf(schema: GraphQLSchema): WithDefault[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  return types.flatMap((type): WithDefault[] => {
    if (isInputObjectType(type)) return Object.values(type.getFields())
    if (!isObjectType(type) && !isInterfaceType(type)) return []
    return Object.values(type.getFields()).flatMap(({ args }) => args)
  })
}
