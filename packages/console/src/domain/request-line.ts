import { shellWord } from './snippets.ts'

type DescribedRequest = { method: string; url: string; etag?: string | undefined; body: string }

/** A line of curl that sends a JSON document, and asks for the password of who sends it. */
export const requestLine = ({ method, url, etag, body }: DescribedRequest): string =>
  [
    `curl -u USER -X ${method} ${shellWord(url)}`,
    ...(etag === undefined ? [] : [`-H ${shellWord(`If-Match: ${etag}`)}`]),
    "-H 'Content-Type: application/json'",
    `-d ${shellWord(body)}`,
  ].join(' \\\n  ')
