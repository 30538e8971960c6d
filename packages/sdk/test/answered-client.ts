import { createSluice, type SluiceClient, type SluiceOptions } from '../src/index.ts'

type NetworkAnswer = (request: Request) => Response | Promise<Response>

type ClientOptions = Pick<SluiceOptions, 'headers' | 'retries' | 'timeoutMs'>

export const KEY = 'slk_the-key-of-this-test'

/** A client whose requests are answered by these, one after the other; the last one answers all that come behind it. */
export function answeredClient(answers: readonly NetworkAnswer[], options: ClientOptions = {}) {
  const sent: Request[] = []
  const client: SluiceClient = createSluice({
    timeoutMs: 5_000,
    ...options,
    url: 'http://sluice.test',
    key: KEY,
    async fetch(input, init) {
      const request = new Request(input, init)
      const answer = answers[Math.min(sent.push(request), answers.length) - 1]
      if (answer === undefined) throw new TypeError('fetch failed')
      return answer(request)
    },
  })
  return { client, sent }
}

export const lost = (): never => {
  throw new TypeError('fetch failed')
}

/** What a proxy or a sign-in portal answers with, whatever was asked. */
export const page = (status = 200): Response =>
  new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } })

export const problem = (status: number, code: string): Response =>
  Response.json({ code, title: code, status, detail: 'No.', requestId: 'r-1' }, { status })

/** A body that never ends, and what was taken of it. */
export function endlessBody(chunk: string) {
  const bytes = new TextEncoder().encode(chunk)
  const taken = { bytes: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += bytes.length
      controller.enqueue(bytes)
    },
    cancel() {
      taken.isCancelled = true
    },
  })
  return { body, taken }
}
