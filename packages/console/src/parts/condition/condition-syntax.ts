import { type CompletionContext, snippetCompletion } from '@codemirror/autocomplete'
import { LanguageSupport, StreamLanguage } from '@codemirror/language'
import { OCCURRENCE_PATTERNS, OCCURRENCE_WORDS, typedOccurrence } from '../../domain/occurrences/occurrence-words.ts'
import { CONDITION_WORDS } from '../../domain/webhooks/condition-words.ts'

const QUOTED = /^(?:'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?)/
const NAMES = new Set(CONDITION_WORDS.map(({ name }) => name))

/** Colours alone: what is right is decided by the parser of the server. */
const language = StreamLanguage.define<null>({
  name: 'condition',
  startState: () => null,
  token(stream) {
    if (stream.sol() && stream.match(/^\s*#.*/)) return 'comment'
    if (stream.eatSpace()) return null
    if (stream.match(QUOTED)) return 'string'
    if (stream.match(/^(?:and|or|not)\b/)) return 'keyword'
    const word = stream.match(/^[A-Za-z][\w-]*/)
    if (word) return Array.isArray(word) && NAMES.has(word[0]) ? 'propertyName' : null
    stream.next()
    return null
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', "'", '"'] } },
})

const options = CONDITION_WORDS.map(({ name, insert, says }) =>
  snippetCompletion(asSnippet(insert), { label: name, detail: says, type: 'function' }),
)

/** The first value is selected, so that it is typed over. */
function asSnippet(insert: string): string {
  const [before = '', value = '', ...rest] = insert.replaceAll(/[{}\\]/g, '\\$&').split("'")
  return rest.length === 0 ? `${before}${value}` : [before, `#{${value}}`, ...rest].join("'")
}

/** In this order where nothing is typed of one yet. */
const occurrences = [...OCCURRENCE_WORDS, ...OCCURRENCE_PATTERNS].map(({ name, says }, at) => ({
  label: name,
  detail: says,
  type: 'constant',
  boost: -at,
}))

/** The names of occurrences, inside of the predicate that takes them. */
function completeOccurrence({ state }: CompletionContext) {
  const { from, empty } = state.selection.main
  const typed = typedOccurrence(state.sliceDoc(0, from))
  if (typed === undefined) return null
  // All of them may take the place of what is selected.
  const narrowing = empty ? { validFor: /^[\w.*-]*$/ } : { filter: false }
  return { from: from - typed.length, options: occurrences, ...narrowing }
}

function completeWord(context: CompletionContext) {
  const word = context.matchBefore(/[A-Za-z][\w-]*/)
  if (!word && !context.explicit) return null
  const before = context.state.sliceDoc(0, word?.from ?? context.pos)
  return isInText(before) ? null : { from: word?.from ?? context.pos, options }
}

const isInText = (before: string): boolean =>
  (before.match(/(?<!\\)'/g)?.length ?? 0) % 2 === 1 || typedOccurrence(before) !== undefined

/** The language of conditions, with what they are written with. */
export const conditionSyntax = new LanguageSupport(language, [
  language.data.of({ autocomplete: completeWord }),
  language.data.of({ autocomplete: completeOccurrence }),
])
