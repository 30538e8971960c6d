import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { json, jsonLanguage } from '@codemirror/lang-json'
import type { Extension } from '@codemirror/state'
import { completeMapping, type MappingWords } from '../../domain/graphql/mapping-completion.ts'
import { type EditorJump, jumping } from '../editor/jumping.ts'

/** What the editor of mappings asks when something is typed or followed. */
export type MappingSource = { words(): MappingWords; jump: EditorJump }

/** JSON in which the names of a schema, of collections and of arguments are offered, and followed to the schema. */
export const mappingSupport = ({ words, jump }: MappingSource): Extension => [
  json(),
  jsonLanguage.data.of({ autocomplete: (context: CompletionContext) => complete(context, words()) }),
  jumping(jump),
]

function complete({ state, pos, explicit }: CompletionContext, words: MappingWords): CompletionResult | null {
  const text = state.doc.toString()
  const found = completeMapping(text, pos, words)
  // A list that opens at each blank would be in the way.
  if (found === undefined || (found.from === found.to && !explicit)) return null
  const { from, to, isKey, options } = found
  const hasColon = /^\s*:/.test(text.slice(to))
  const behind = isKey && !hasColon ? ': ' : ''
  return { from, to, options: options.map(({ text: name, detail }) => optionOf(name, detail, behind)) }
}

const optionOf = (name: string, detail: string, behind: string): Completion => {
  const label = JSON.stringify(name)
  return { label, displayLabel: name, detail, apply: `${label}${behind}` }
}
