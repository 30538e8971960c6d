/** An answer that the test did not expect. */
class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
}

export type HttpClient = {
  json<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  text(method: string, path: string, body?: unknown): Promise<string>
  /** The status alone, whatever it is. */
  status(method: string, path: string, body?: unknown): Promise<number>
}

/** Speaks to one gateway with these credentials. @throws UnexpectedAnswerError for any status that is not 2xx */
function httpClient(url: string, authorization: string): HttpClient {
  const send = (method: string, path: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  const text = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body)
    const answer = await response.text()
    if (!response.ok) throw new UnexpectedAnswerError(`${method} ${path}: ${response.status} ${answer}`)
    return answer
  }
  return {
    text,
    json: async (method, path, body) => JSON.parse((await text(method, path, body)) || 'null'),
    async status(method, path, body) {
      const response = await send(method, path, body)
      await response.arrayBuffer()
      return response.status
    },
  }
}

export const userClient = (url: string, { name, password }: { name: string; password: string }): HttpClient =>
  httpClient(url, `Basic ${btoa(`${name}:${password}`)}`)

export const ownerClient = ({ url, ownerPassword }: { url: string; ownerPassword: string }): HttpClient =>
  userClient(url, { name: 'admin', password: ownerPassword })

export const keyClient = (url: string, key: string): HttpClient => httpClient(url, `Bearer ${key}`)
