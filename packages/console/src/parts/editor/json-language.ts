import type { EditorLanguage } from './editor.tsx'

/** JSON, for editors and comparisons. */
export const jsonLanguage: EditorLanguage = async () => (await import('@codemirror/lang-json')).json()
