import type { SluiceProcess } from './sluice-process.ts'

/** An answer that the test did not expect. */
class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
}

export type OwnerClient = {
  json<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  text(method: string, path: string, body?: unknown): Promise<string>
}

/** Speaks to a Sluice through its gateway as the owner. @throws UnexpectedAnswerError for any status that is not 2xx */
export function ownerClient({ url, ownerPassword }: Pick<SluiceProcess, 'url' | 'ownerPassword'>): OwnerClient {
  const authorization = `Basic ${btoa(`admin:${ownerPassword}`)}`
  const text = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await response.text()
    if (!response.ok) throw new UnexpectedAnswerError(`${method} ${path}: ${response.status} ${answer}`)
    return answer
  }
  return { text, json: async (method, path, body) => JSON.parse((await text(method, path, body)) || 'null') }
}
