import { checkedBy } from '@sluice/testkit'

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

/** Sends as `fetch`, also for the SDK. Every answer that has an end is checked against what the gateway describes. */
export const checkedFetch =
  (url: string): typeof fetch =>
  async (input, init = {}) => {
    const response = await fetch(input, init)
    const { status, headers } = response
    if (headers.get('content-type')?.startsWith('text/event-stream')) return response
    const text = await readText(response)
    const target = String(input).slice(url.length)
    await checkOf(url)({
      method: init.method ?? 'GET',
      target,
      status,
      headers: Object.fromEntries(headers),
      text,
      isNarrowed: /[?&]keys=/.test(target),
    })
    return new Response(text === '' ? null : text, { status, headers })
  }

/**
 * Speaks to one gateway with these credentials, or with none. Every answer is checked against what the gateway describes.
 * @param more headers of each request
 * @throws UnexpectedAnswerError for any status that is not 2xx, where it is not asked for
 */
export function httpClient(
  url: string,
  authorization?: string,
  more: Readonly<Record<string, string>> = {},
): HttpClient {
  const send = async (method: string, path: string, body?: unknown): Promise<ReceivedAnswer> => {
    const response = await checkedFetch(url)(url + path, {
      method,
      headers: { ...(authorization && { authorization }), 'content-type': 'application/json', ...more },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const { status, headers, ok: isFine } = response
    return { status, headers, isFine, text: await response.text() }
  }
  const text = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body)
    if (!answer.isFine) throw new UnexpectedAnswerError(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.text
  }
  return {
    text,
    json: async (method, path, body) => JSON.parse((await text(method, path, body)) || 'null'),
    status: async (method, path, body) => (await send(method, path, body)).status,
    async answer(method, path, body) {
      const answer = await send(method, path, body)
      return { status: answer.status, headers: answer.headers, json: JSON.parse(answer.text || 'null') }
    },
  }
}

type ReceivedAnswer = { status: number; headers: Headers; isFine: boolean; text: string }

const checks = new Map<string, ReturnType<typeof checkedBy>>()

/** The check of a gateway's answers by its own description. */
function checkOf(url: string): ReturnType<typeof checkedBy> {
  const check = checks.get(url) ?? checkedBy(() => describe(url))
  checks.set(url, check)
  return check
}

/** @returns undefined while a service can't describe itself: then there are other things to look at */
async function describe(url: string): Promise<unknown> {
  const response = await fetch(`${url}/openapi.json`)
  return response.ok ? response.json() : undefined
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
