import type { EditorLanguage } from '../editor/editor-types.ts'

/** The language of conditions, for editors. */
export const conditionLanguage: EditorLanguage = async () => (await import('./condition-syntax.ts')).conditionSyntax
