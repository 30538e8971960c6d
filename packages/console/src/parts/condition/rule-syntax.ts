import type { CompletionContext } from '@codemirror/autocomplete'
import { json, jsonLanguage } from '@codemirror/lang-json'
import { RULE_VARIABLES } from '../../domain/permissions/rule-variables.ts'

const options = RULE_VARIABLES.map(({ text, says }) => ({ label: text, detail: says, type: 'variable' }))

/** A variable is the whole of a text. */
function complete(context: CompletionContext) {
  const text = context.matchBefore(/"@?[\w.()[\]']*/)
  return text ? { from: text.from + 1, options } : null
}

/** JSON, in whose texts the variables are offered after the quotes. */
export const ruleSyntax = [json(), jsonLanguage.data.of({ autocomplete: complete })]
