import type { EditorLanguage } from './editor-types.ts'

/** JSON, for editors and comparisons. */
export const jsonLanguage: EditorLanguage = async () => (await import('@codemirror/lang-json')).json()
