import type { EditorLanguage } from '../editor/editor-types.ts'
import type { EditorJump } from '../editor/jumping.ts'
import type { MappingSource } from './mapping-support.ts'

/** The language of schemas, and of documents whose schema is not known. */
export const schemaLanguage: EditorLanguage = async () => (await import('./graphql-support.ts')).graphqlSupport()

/**
 * The language of queries: completed and marked by a schema, where one is known.
 * @param sdl of the app, complete
 */
export const queryLanguage =
  (sdl: string | undefined): EditorLanguage =>
  async () =>
    (await import('./graphql-support.ts')).graphqlSupport(sdl)

/** The language of a schema whose fields lead somewhere else. */
export const followedSchemaLanguage =
  (jump: EditorJump): EditorLanguage =>
  async () => {
    const [{ graphqlSupport }, { jumping }] = await Promise.all([
      import('./graphql-support.ts'),
      import('../editor/jumping.ts'),
    ])
    return [graphqlSupport(), jumping(jump)]
  }

/** The language of mappings: completed by what their source knows. */
export const mappingLanguage =
  (source: MappingSource): EditorLanguage =>
  async () =>
    (await import('./mapping-support.ts')).mappingSupport(source)
