import { type FieldDefinitionNode, Kind, type ObjectTypeDefinitionNode, parse, type TypeNode } from 'graphql'

const NOTHING_BETTER = '{\n  __typename\n}\n'
const MOST_FIELDS = 8
const FEW = 10

/** A query to begin with: the first field that needs no argument, and what of it is a plain value. @param sdl of an app */
export function firstQuery(sdl: string): string {
  const types = objectTypes(sdl)
  const root = types.get('Query')?.fields?.find(isFree)
  if (!root) return NOTHING_BETTER
  const few = root.arguments?.some(({ name }) => name.value === 'limit') ? `(limit: ${FEW})` : ''
  const type = types.get(namedType(root.type))
  if (!type) return `{\n  ${root.name.value}${few}\n}\n`
  const plain = (type.fields ?? []).filter(field => isFree(field) && !types.has(namedType(field.type)))
  const names = plain.slice(0, MOST_FIELDS).map(({ name }) => `    ${name.value}\n`)
  return `{\n  ${root.name.value}${few} {\n${names.join('') || '    __typename\n'}  }\n}\n`
}

/** @returns what has fields, by its name; nothing of a schema that can not be read */
function objectTypes(sdl: string): Map<string, ObjectTypeDefinitionNode> {
  try {
    const { definitions } = parse(sdl, { noLocation: true })
    const objects = definitions.filter(node => node.kind === Kind.OBJECT_TYPE_DEFINITION)
    return new Map(objects.map(node => [node.name.value, node]))
  } catch {
    return new Map()
  }
}

/** Whether it can be asked for as it is. */
const isFree = ({ arguments: taken = [] }: FieldDefinitionNode): boolean =>
  taken.every(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined)

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}
