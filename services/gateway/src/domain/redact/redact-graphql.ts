import { isSecretName } from '@sluice/predicate'
import {
  type DefinitionNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  TokenKind,
  type ValueNode,
  visit,
} from 'graphql/language/index.js'
import { REDACTED } from './mask-secrets.ts'

/** A text in GraphQL's language without its secrets, or one that could not be read and may hold some. */
export type RedactedDocument =
  | {
      kind: 'redacted'
      text: string
      /** Names of the variables whose values are secrets, whatever they are called. */
      variables: ReadonlySet<string>
      /** What was taken out, in the forms in which an answer may repeat it. */
      secrets: ReadonlySet<string>
    }
  | { kind: 'unreadable' }

/** More than the service itself reads; without it a small text could hold the process for long. */
const MAX_TOKENS = 10_000
/** Shorter texts stand in any answer, whatever was sent. */
const MIN_SECRET_LENGTH = 4
const NAME = /[A-Za-z_][\w-]*/g
const NOTHING: ReadonlySet<string> = new Set()

/** Whether a text speaks of a secret at all. Only one that does is parsed. */
const mentionsSecret = (text: string): boolean => text.match(NAME)?.some(isSecretName) ?? false

/**
 * Replaces what stands for a secret in a GraphQL document or schema: values of arguments and input fields with the name of
 * one, defaults of variables and arguments that are called so or go there, and comments that name one.
 */
export function redactDocument(text: string): RedactedDocument {
  if (!mentionsSecret(text)) return { kind: 'redacted', text, variables: NOTHING, secrets: NOTHING }
  const document = parseDocument(text)
  if (!document) return { kind: 'unreadable' }
  const found = findSecrets(document)
  const comments = commentsOf(document).filter(({ start, end }) => mentionsSecret(text.slice(start, end)))
  const places = [...found.values.flatMap(({ loc }) => loc ?? []), ...comments]
  const secrets = new Set(found.values.flatMap(node => formsOf(node, text)))
  return { kind: 'redacted', text: replaceAll(text, places), variables: found.variables, secrets }
}

/** A text that is deeper than the stack, or larger than a query, can't be read either. */
function parseDocument(text: string): DocumentNode | undefined {
  try {
    return parse(text, { maxTokens: MAX_TOKENS })
  } catch {
    return undefined
  }
}

type SecretPlaces = { values: ValueNode[]; variables: Set<string> }

function findSecrets(document: DocumentNode): SecretPlaces {
  const found: SecretPlaces = { values: [], variables: new Set() }
  const hide = (value: ValueNode): false => {
    for (const name of variablesIn(value)) found.variables.add(name)
    if (value.kind !== Kind.VARIABLE) found.values.push(value)
    return false
  }
  visit(document, {
    Argument: ({ name, value }) => (isSecretName(name.value) ? hide(value) : undefined),
    ObjectField: ({ name, value }) => (isSecretName(name.value) ? hide(value) : undefined),
    InputValueDefinition: ({ name, defaultValue }) => {
      if (defaultValue && isSecretName(name.value)) found.values.push(defaultValue)
    },
  })
  // What a variable stands for is known when all places have been seen where it is used.
  for (const { name, defaultValue } of document.definitions.flatMap(variablesOf)) {
    const isSecret = isSecretName(name) || found.variables.has(name)
    if (defaultValue && isSecret) found.values.push(defaultValue)
  }
  return found
}

function variablesIn(value: ValueNode): string[] {
  const names: string[] = []
  visit(value, { Variable: ({ name }) => void names.push(name.value) })
  return names
}

const variablesOf = (node: DefinitionNode) =>
  'variableDefinitions' in node
    ? (node.variableDefinitions ?? []).map(each =>
        'variable' in each ? { name: each.variable.name.value, defaultValue: each.defaultValue } : each,
      )
    : []

type TextRange = { start: number; end: number }

function commentsOf({ loc }: DocumentNode): TextRange[] {
  const comments: TextRange[] = []
  for (let token = loc?.startToken; token; token = token.next ?? undefined) {
    if (token.kind === TokenKind.COMMENT) comments.push(token)
  }
  return comments
}

/** The places may stand in any order; one inside another goes with it. */
function replaceAll(text: string, places: readonly TextRange[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    const isComment = text[start] === '#'
    parts.push(text.slice(at, start), isComment ? `# ${REDACTED}` : JSON.stringify(REDACTED))
    at = end
  }
  return parts.join('') + text.slice(at)
}

/** A message may tell a value as it is, escaped, or as it was written. */
function formsOf(value: ValueNode, text: string): string[] {
  const forms: string[] = []
  const add = (form: string) => {
    if (form.length >= MIN_SECRET_LENGTH) forms.push(form)
  }
  visit(value, {
    enter(node) {
      if (node.kind === Kind.STRING) {
        add(node.value)
        add(JSON.stringify(node.value).slice(1, -1))
        add(text.slice(node.loc?.start, node.loc?.end))
      } else if (node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.ENUM) add(print(node))
    },
  })
  return forms
}
