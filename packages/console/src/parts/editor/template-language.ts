import type { EditorLanguage } from './editor-types.ts'

/** Templates, for editors. */
export const templateLanguage: EditorLanguage = async () => (await import('./template-syntax.ts')).templateSyntax
