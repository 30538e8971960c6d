import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLScalarType,
  isScalarType,
  Kind,
  parse,
  printType,
  visit,
} from 'graphql'
import { bindScalars, scalarNames } from '../values/scalars.ts'

/**
 * The schema of an app for tools that know GraphQL alone: the text as its author wrote it, comments and directives too,
 * and a declaration of each of our scalars that it uses without one.
 * @returns the text as it is where it can't be read
 */
export function completeSdl(text: string): string {
  const document = parseOrNothing(text)
  if (!document) return text
  const declared = new Set(document.definitions.map(nameOf))
  const used = new Set<string>()
  visit(document, { NamedType: node => void used.add(node.name.value) })
  const missing = ourScalars().filter(({ name }) => used.has(name) && !declared.has(name))
  return [text.trimEnd(), ...missing.map(type => printType(type))].join('\n\n').concat('\n')
}

function parseOrNothing(text: string): DocumentNode | undefined {
  try {
    return parse(text, { noLocation: true })
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError) return undefined
    throw error
  }
}

const nameOf = (node: DefinitionNode) => ('name' in node ? node.name?.value : undefined)

function ourScalars(): GraphQLScalarType[] {
  const definitions = scalarNames.map((value): DefinitionNode => {
    return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value } }
  })
  const schema = bindScalars(buildASTSchema({ kind: Kind.DOCUMENT, definitions }, { assumeValidSDL: true }))
  return scalarNames.map(name => schema.getType(name)).filter(isScalarType)
}
