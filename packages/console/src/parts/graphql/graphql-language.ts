import type { EditorLanguage } from '../editor/editor-types.ts'

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
