import { LanguageSupport } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { styleTags, tags } from '@lezer/highlight'
import { completion, graphqlLanguage, lint, stateExtensions } from 'cm6-graphql'
import { buildSchema, type GraphQLSchema } from 'graphql'

const DEFINED =
  'ObjectTypeDefinition/Name InterfaceTypeDefinition/Name UnionTypeDefinition/Name EnumTypeDefinition/Name InputObjectTypeDefinition/Name ScalarTypeDefinition/Name'

/** The language with the names of types told from those of fields. */
const coloured = graphqlLanguage.configure({
  props: [
    styleTags({
      'NamedType/Name': tags.className,
      [DEFINED]: tags.className,
      'FieldDefinition/Name InputValueDefinition/Name': tags.name,
      'Alias/Name': tags.name,
    }),
  ],
})

/** Schemas and queries; of the latter what a schema offers and refuses, where it is known. */
export function graphqlSupport(sdl?: string): Extension {
  const schema = sdl === undefined ? undefined : readSchema(sdl)
  const knowing = schema ? [completion, lint, stateExtensions(schema)] : []
  return [new LanguageSupport(coloured), knowing]
}

/** @returns undefined of a schema that the library does not take: then there are colours alone */
function readSchema(sdl: string): GraphQLSchema | undefined {
  try {
    return buildSchema(sdl)
  } catch {
    return undefined
  }
}
