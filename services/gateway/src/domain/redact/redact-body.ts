import { decodeJson } from '@sluice/contracts'
import { isSecretName, mayNameSecret } from '@sluice/predicate'
import type { GraphqlRedaction } from './graphql-redaction.ts'
import { editMasked, maskBytes, maskText, REDACTED } from './mask-secrets.ts'
import { redactDocument } from './redact-graphql.ts'
import { mayHoldSecret } from './secret-search.ts'

/** Bytes of a body that may be recorded; undefined when it names a secret and can't be read well enough to take it out. */
export type RedactedBody = Buffer | undefined

/** `graphql`: of a body to or from a GraphQL app. */
type BodyFacts = { contentType: string | undefined; isTruncated: boolean; graphql?: GraphqlRedaction | undefined }

/** What makes a text that can't be read look like a GraphQL document with a literal secret: a name before a literal. */
const GRAPHQL_LITERAL = /([A-Za-z_]\w*)\s*:\s*["[{\d]/g

/**
 * Takes secrets out of a captured body (docs/reference/events.md#what-is-taken-out). The bytes are scanned for names; only a body
 * with a hit is parsed. One that has a hit and can't be parsed is dropped, never let through.
 */
export function redactBody(bytes: Buffer, { contentType, isTruncated, graphql }: BodyFacts): RedactedBody {
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') ?? false
  // The names of a form may be written with percent signs.
  if (!isForm && !mayHoldSecret(bytes)) return bytes
  const masked = maskBytes(bytes)
  if (isForm) return redactForm(masked, graphql)
  if (!mayNameSecret(masked.toString('latin1'))) return masked
  const text = isTruncated ? undefined : decodeJson(masked)
  return text === undefined ? undefined : redactJson(text, graphql)
}

type Graphql = GraphqlRedaction | undefined

function redactJson(text: string, graphql: Graphql): RedactedBody {
  try {
    // From the outside in: a variable is a secret by what the text of the query beside it does with it.
    const redact = (name: string, value: unknown) => redactValue(name, value, graphql)
    return Buffer.from(editMasked(text, JSON.stringify(JSON.parse(text), redact)))
  } catch {
    return undefined
  }
}

function redactValue(name: string, value: unknown, graphql: Graphql): unknown {
  if (isSecretName(name)) return REDACTED
  if (typeof value !== 'string') return graphql ? graphql.redactPart(value) : value
  const isJsonLike = /^\s*[[{]/.test(value) && mayNameSecret(value)
  const inner = isJsonLike ? redactJson(value, graphql)?.toString() : undefined
  if (inner !== undefined) return inner
  if (name === 'query') return redactGraphqlText(value, graphql)
  return isJsonLike ? REDACTED : value
}

/** In a document of a collection a text may be called `query` and be none; then it may only speak of a secret. */
function redactGraphqlText(text: string, graphql: Graphql): string {
  // In an exchange with an app it has been redacted with what stands beside it.
  if (graphql) return text
  const redacted = redactDocument(text)
  if (redacted.kind === 'redacted') return redacted.text
  const namesSecret = [...text.matchAll(GRAPHQL_LITERAL)].some(([, name = '']) => isSecretName(name))
  return namesSecret ? REDACTED : text
}

/** Names are decoded before they are judged: any letter of them may be written with a percent sign. */
function redactForm(bytes: Buffer, graphql: Graphql): Buffer {
  const redacted = new URLSearchParams()
  const parameters = new URLSearchParams(bytes.toString())
  const shown = graphql?.redactParameters(parameters)
  let isRedacted = false
  for (const [name, value] of parameters) {
    const text = shown?.get(name) ?? String(redactValue(name, value, undefined))
    isRedacted ||= text !== value
    redacted.append(name, text)
  }
  return isRedacted ? maskBytes(Buffer.from(redacted.toString())) : bytes
}

/**
 * Takes the values of secret names, and keys of ours, out of a query; all else stays as it was sent.
 * @param graphql of a request to a GraphQL app: its text and variables may stand there
 */
export function redactQuery(query: string, graphql?: GraphqlRedaction): string {
  if (query === '') return query
  const shown = graphql?.redactParameters(new URLSearchParams(query))
  const parameters = query.split('&').map(parameter => {
    const [name = ''] = parameter.split('=', 1)
    if (parameter.length === name.length) return parameter
    const decoded = decodeName(name)
    if (isSecretName(decoded)) return `${name}=${REDACTED}`
    const text = shown?.get(decoded)
    return text === undefined ? parameter : `${name}=${text === REDACTED ? text : encodeURIComponent(text)}`
  })
  return maskText(parameters.join('&'))
}

/** @param name of a parameter, as it was sent */
const decodeName = (name: string): string => (/[%+]/.test(name) ? [...new URLSearchParams(name).keys()].join('') : name)
