import type { EditorLanguage } from '../editor/editor-types.ts'

/** JSON with the variables of permissions, for editors. */
export const ruleLanguage: EditorLanguage = async () => (await import('./rule-syntax.ts')).ruleSyntax
