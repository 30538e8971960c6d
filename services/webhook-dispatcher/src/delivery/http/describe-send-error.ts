import { NameLookupError } from '../../names/name-lookup-error.ts'
import { TunnelError } from './tunnel-error.ts'

type SendErrorText = { stage: string; code: string; message: string }

const MESSAGES: Readonly<Record<string, SendErrorText>> = {
  DESTINATION_REFUSED: described(
    'destination',
    'DESTINATION_REFUSED',
    'The name leads to an address that is not public.',
  ),
  ECONNREFUSED: described('connect', 'CONNECTION_REFUSED', 'Nothing listens at the target.'),
  EHOSTUNREACH: described('connect', 'UNREACHABLE', 'There is no route to the target.'),
  ENETUNREACH: described('connect', 'UNREACHABLE', 'There is no route to the target.'),
  ETIMEDOUT: described('connect', 'CONNECT_TIMEOUT', 'The target did not take the connection in time.'),
  UND_ERR_CONNECT_TIMEOUT: described('connect', 'CONNECT_TIMEOUT', 'The target did not take the connection in time.'),
  UND_ERR_HEADERS_OVERFLOW: described('response', 'HEADERS_TOO_LARGE', "The answer's headers are larger than 16 KiB."),
  ECONNRESET: described(
    'response',
    'CONNECTION_CLOSED',
    'The target closed the connection before the answer was complete.',
  ),
  EPIPE: described('request', 'CONNECTION_CLOSED', 'The target closed the connection while the request was sent.'),
  UND_ERR_SOCKET: described(
    'response',
    'CONNECTION_CLOSED',
    'The target closed the connection before the answer was complete.',
  ),
}

/** What went wrong in words for the owner: the stage, a stable code, a sentence. No address and nothing of the body. */
export function describeSendError(error: unknown, hasAnswer: boolean): SendErrorText {
  if (error instanceof NameLookupError) return described('dns', error.code, error.message)
  if (error instanceof TunnelError) return described(error.stage, error.code, error.message)
  const code = codeOf(error)
  const known = MESSAGES[code]
  if (known) return known
  if (isParserError(error)) return described('response', 'NOT_HTTP', 'The answer is not valid HTTP.')
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code)) {
    return described('tls', 'TLS_FAILED', `The certificate or the encrypted connection was not accepted (${code}).`)
  }
  const stage = hasAnswer ? 'response' : 'request'
  return described(stage, 'SEND_FAILED', `The request failed${code ? ` (${code})` : ''}.`)
}

function described(stage: string, code: string, message: string): SendErrorText {
  return { stage, code, message }
}

const isParserError = (error: unknown) =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'name') === 'HTTPParserError'

/** The code of an error. Several addresses that all failed come as one error: the first of them says why. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string') return code
  const inner: unknown = Reflect.get(error, 'errors')
  return Array.isArray(inner) ? codeOf(inner[0]) : ''
}
