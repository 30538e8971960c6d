/** An answer that the test did not expect. */
class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
}

const KEYS = /slk_[0-9A-Za-z]{49}/g
const issued = new Set<string>()

/** Every key that an answer has held. */
export const issuedKeys = (): ReadonlySet<string> => issued

/** `json` is null where the body is empty. */
type ClientAnswer = { status: number; headers: Headers; json: unknown }

export type HttpClient = {
  json<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  text(method: string, path: string, body?: unknown): Promise<string>
  /** The status alone, whatever it is. */
  status(method: string, path: string, body?: unknown): Promise<number>
  /** All of it, whatever the status is. */
  answer(method: string, path: string, body?: unknown): Promise<ClientAnswer>
}

/**
 * Speaks to one gateway with these credentials, or with none.
 * @param more headers of each request
 * @throws UnexpectedAnswerError for any status that is not 2xx, where it is not asked for
 */
export function httpClient(
  url: string,
  authorization?: string,
  more: Readonly<Record<string, string>> = {},
): HttpClient {
  const send = (method: string, path: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { ...(authorization && { authorization }), 'content-type': 'application/json', ...more },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  const text = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body)
    const answer = await readText(response)
    if (!response.ok) throw new UnexpectedAnswerError(`${method} ${path}: ${response.status} ${answer}`)
    return answer
  }
  return {
    text,
    json: async (method, path, body) => JSON.parse((await text(method, path, body)) || 'null'),
    async status(method, path, body) {
      const response = await send(method, path, body)
      await readText(response)
      return response.status
    },
    async answer(method, path, body) {
      const response = await send(method, path, body)
      const { status, headers } = response
      return { status, headers, json: JSON.parse((await readText(response)) || 'null') }
    },
  }
}

export const userClient = (url: string, { name, password }: { name: string; password: string }): HttpClient =>
  httpClient(url, `Basic ${btoa(`${name}:${password}`)}`)

export const ownerClient = ({ url, ownerPassword }: { url: string; ownerPassword: string }): HttpClient =>
  userClient(url, { name: 'admin', password: ownerPassword })

export const keyClient = (url: string, key: string): HttpClient => httpClient(url, `Bearer ${key}`)

async function readText(response: Response): Promise<string> {
  const text = await response.text()
  for (const [key] of text.matchAll(KEYS)) issued.add(key)
  return text
}
