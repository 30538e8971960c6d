import { isSecretName } from '@sluice/predicate'
import { editMasked, REDACTED } from './mask-secrets.ts'
import { redactDocument } from './redact-graphql.ts'

/**
 * Takes the secrets of one exchange with a GraphQL app out of its event: they stand in query texts, in variables of any
 * name that those hand on, and in the errors of the answer, which repeat what was sent.
 */
export type GraphqlRedaction = {
  /** One value of a JSON body: the texts in it and the variables beside them. What is no request comes back as it is. */
  redactPart(value: unknown): unknown
  /** What is to be shown for parameters of a query string or a form, by name; the others stay as they are. */
  redactParameters(parameters: URLSearchParams): ReadonlyMap<string, string>
  /** To be called after the others. @returns undefined where a secret may stand in the answer that nobody can point at */
  redactAnswer(bytes: Buffer): Buffer | undefined
}

type RedactedObject = Readonly<Record<string, unknown>>
type Names = ReadonlySet<string>

/** The text of a request, of an app's schema, and trusted documents by their hash. */
const TEXT_NAME = /^(query|schema|[0-9a-f]{64})$/
/** Shorter texts stand in any answer, whatever was sent. */
const MIN_SECRET_LENGTH = 4
const NO_NAMES: Names = new Set()

type Secrets = {
  /** What was taken out of the exchange so far, in the forms in which an answer may repeat it. */
  texts: Set<string>
  /** Whether a text came that may hold a secret and could not be read. */
  isUnreadable: boolean
}

export function createGraphqlRedaction(): GraphqlRedaction {
  const secrets: Secrets = { texts: new Set(), isUnreadable: false }
  const redactVariables = createVariableRedaction(secrets)

  /** @param names those of variables that the text hands on as secrets; more are added */
  const redactText = (text: string, names: Set<string>): string => {
    const redacted = redactDocument(text)
    if (redacted.kind === 'unreadable') {
      secrets.isUnreadable = true
      return REDACTED
    }
    for (const secret of redacted.secrets) secrets.texts.add(secret)
    for (const name of redacted.variables) names.add(name)
    return redacted.text
  }

  const redactRequest = (request: RedactedObject): RedactedObject => {
    const names = new Set<string>()
    const shown = Object.entries(request).map(([name, value]) => {
      return [name, typeof value === 'string' && TEXT_NAME.test(name) ? redactText(value, names) : value]
    })
    const all: RedactedObject = Object.fromEntries(shown)
    const { variables } = request
    return variables === undefined ? all : { ...all, variables: redactVariables(variables, names) }
  }

  return {
    redactPart: value =>
      isObject(value) && Object.keys(value).some(name => TEXT_NAME.test(name)) ? redactRequest(value) : value,
    redactParameters(parameters) {
      const names = new Set<string>()
      const shown = new Map<string, string>()
      // The texts first: they say which variables are secrets.
      for (const text of parameters.getAll('query')) shown.set('query', redactText(text, names))
      for (const name of ['variables', 'extensions']) {
        for (const text of parameters.getAll(name)) shown.set(name, String(redactVariables(text, names)))
      }
      for (const [name, text] of shown) {
        const sent = parameters.getAll(name)
        // Of a parameter that came twice only one text can be shown.
        if (sent.length > 1) shown.set(name, REDACTED)
        else if (sent[0] === text) shown.delete(name)
      }
      return shown
    },
    redactAnswer: bytes => (secrets.isUnreadable ? undefined : takeOut(secrets.texts, bytes)),
  }
}

type RedactVariables = (variables: unknown, names: Names) => unknown

/** Takes out what is called a secret, and the variables of the first level that are named. A text is read as JSON. */
function createVariableRedaction({ texts }: Secrets): RedactVariables {
  let hidden = 0
  const hide = (value: unknown): string => {
    hidden += 1
    for (const text of leavesOf(value)) {
      if (text.length < MIN_SECRET_LENGTH) continue
      texts.add(text)
      texts.add(JSON.stringify(text).slice(1, -1))
    }
    return REDACTED
  }
  const redact = (value: unknown, names: Names): unknown => {
    if (Array.isArray(value)) return value.map(inner => redact(inner, NO_NAMES))
    if (!isObject(value)) return value
    const shown = Object.entries(value).map(([name, inner]) => {
      const isSecret = isSecretName(name) || names.has(name)
      return [name, isSecret ? hide(inner) : redact(inner, NO_NAMES)]
    })
    return Object.fromEntries(shown)
  }
  /** A text in which nothing is to be hidden stays as it was written. */
  const redactText = (text: string, names: Names): string => {
    const before = hidden
    const redacted = orElse(() => editMasked(text, JSON.stringify(redact(JSON.parse(text), names))), REDACTED)
    return redacted !== REDACTED && hidden === before ? text : redacted
  }
  return (variables, names) => (typeof variables === 'string' ? redactText(variables, names) : redact(variables, names))
}

/** @returns undefined where the bytes can't be searched */
function takeOut(secrets: ReadonlySet<string>, bytes: Buffer): Buffer | undefined {
  if (secrets.size === 0 || bytes.length === 0) return bytes
  const longestFirst = [...secrets].toSorted((a, b) => b.length - a.length)
  const mask = (text: string) => longestFirst.reduce((masked, secret) => masked.replaceAll(secret, REDACTED), text)
  const inTexts = (_name: string, value: unknown) => (typeof value === 'string' ? mask(value) : value)
  const text = bytes.toString()
  return orElse(() => Buffer.from(editMasked(text, JSON.stringify(JSON.parse(text), inTexts))), undefined)
}

const isObject = (value: unknown): value is RedactedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  return typeof value === 'string' || typeof value === 'number' ? [`${value}`] : []
}

/** What is no JSON, or is nested deeper than the stack, can't be read. */
function orElse<T, U>(work: () => T, otherwise: U): T | U {
  try {
    return work()
  } catch {
    return otherwise
  }
}
