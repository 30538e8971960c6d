import { maskBytes, maskText, REDACTED } from './mask-secrets.ts'

/** Bytes of a body that may be recorded; undefined when it names a secret and can't be read well enough to take it out. */
export type RedactedBody = Buffer | undefined

type BodyFacts = { contentType: string | undefined; isTruncated: boolean }

/** Names as they may be written: any case, with or without `_` and `-`; an escaped letter may hide one. */
const TRIGGER = /password|secret|token|api[_-]?key|\\u00[2-7]/i
const MAY_NAME_SECRET = /%|password|secret|token|api/i
const SECRET_NAMES = new Set(['password', 'passwordhash', 'secret', 'token', 'apikey'])
/** A literal argument in the text of a GraphQL document. */
const GRAPHQL_ARGUMENT = /\b(password|secret|token|apiKey|api_key)(\s*:\s*)("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*")/gi

/**
 * Takes secrets out of a captured body (design: decisions, "Webhooks"). The bytes are scanned for names; only a body
 * with a hit is parsed. One that has a hit and can't be parsed is dropped, never let through.
 */
export function redactBody(bytes: Buffer, { contentType, isTruncated }: BodyFacts): RedactedBody {
  const masked = maskBytes(bytes)
  if (!TRIGGER.test(masked.toString('latin1'))) return masked
  if (contentType?.startsWith('application/x-www-form-urlencoded')) return redactForm(masked.toString())
  return isTruncated ? undefined : redactJson(masked.toString())
}

function redactJson(text: string): RedactedBody {
  try {
    return maskBytes(Buffer.from(JSON.stringify(JSON.parse(text, redactValue))))
  } catch {
    return undefined
  }
}

function redactValue(name: string, value: unknown): unknown {
  if (isSecretName(name)) return REDACTED
  if (typeof value !== 'string') return value
  if (/^\s*[[{]/.test(value) && TRIGGER.test(value)) return redactJson(value)?.toString() ?? REDACTED
  return name === 'query' ? value.replace(GRAPHQL_ARGUMENT, `$1$2"${REDACTED}"`) : value
}

function redactForm(text: string): RedactedBody {
  const redacted = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(text)) redacted.append(name, String(redactValue(name, value)))
  return maskBytes(Buffer.from(redacted.toString()))
}

/** Takes the values of secret names, and keys of ours, out of a query; all else stays as it was sent. */
export function redactQuery(query: string): string {
  if (!MAY_NAME_SECRET.test(query)) return maskText(query)
  const parameters = query.split('&').map(parameter => {
    const [name = ''] = parameter.split('=', 1)
    const hasValue = parameter.length > name.length
    return hasValue && [...new URLSearchParams(name).keys()].some(isSecretName) ? `${name}=${REDACTED}` : parameter
  })
  return maskText(parameters.join('&'))
}

const isSecretName = (name: string) => SECRET_NAMES.has(name.replaceAll(/[_-]/g, '').toLowerCase())
