export type ConditionToken = { kind: 'predicate' | 'text' | 'word' | 'plain'; text: string }

const TOKEN =
  /('(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?)|([A-Za-z][\w-]*)(?=\s*[([])|\b(and|or|not)\b|[A-Za-z0-9_-]+|[^'"A-Za-z0-9_-]+/g

/** The tokens of a condition, for its colours alone: what is right is decided by the parser of the server. */
export function conditionTokens(condition: string): readonly ConditionToken[] {
  return [...condition.matchAll(TOKEN)].map(([text, quoted, predicate, word]) => ({
    kind: kindOf(quoted, predicate, word),
    text,
  }))
}

function kindOf(
  quoted: string | undefined,
  predicate: string | undefined,
  word: string | undefined,
): ConditionToken['kind'] {
  if (quoted !== undefined) return 'text'
  if (word !== undefined || predicate === 'and' || predicate === 'or' || predicate === 'not') return 'word'
  return predicate === undefined ? 'plain' : 'predicate'
}
