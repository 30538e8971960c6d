import { type Answer, bytes, type ServiceRequest } from '@sluice/service-kit'

/** What the protocol reads of a request besides its body. */
const READ_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

type WebRequestOptions = { isParsed: boolean; signal?: AbortSignal }

/** The headers by which the protocol answers one message otherwise than another, in one order. */
export const protocolHeaders = ({ header }: ServiceRequest): (string | undefined)[] => READ_HEADERS.map(header)

/**
 * A request in the form in which the protocol's library takes it.
 * @param options `isParsed`: whether the library is given the body beside it, and reads none. `signal`: ends an answer that
 * goes on; one that comes at once is cheaper without it
 */
export function toWebRequest({ header, rawBody }: ServiceRequest, { isParsed, signal }: WebRequestOptions): Request {
  const headers = new Headers()
  for (const name of READ_HEADERS) {
    const value = header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const body = isParsed ? {} : { body: Uint8Array.from(rawBody) }
  return new Request('http://sluice/mcp', { method: 'POST', headers, ...body, ...(signal && { signal }) })
}

/** A whole answer of the protocol's library. */
export async function toAnswer(response: Response): Promise<Answer> {
  const { status } = response
  const body = await response.bytes()
  const type = response.headers.get('content-type')
  return body.length === 0 || type === null ? { kind: 'answer', status } : bytes(body, type, { status })
}
