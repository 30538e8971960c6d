import { shellWord } from '../snippets.ts'

type SentRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: { text: string; encoding: 'utf8' | 'base64'; state: string }
}

/** What the log shows of a value that it does not show. */
const MASK = /\[(?:masked|redacted)\]/

/** A line that sends the same again. What is masked stands as a placeholder. */
export function curlLine({ method, url, headers, body }: SentRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${shellWord(`${name}: ${placeholder(name, value)}`)}`,
  )
  const hasBody = body.state === 'captured' && body.encoding === 'utf8' && body.text !== ''
  const parts = [`curl -X ${shellWord(method)} ${shellWord(url)}`, ...lines]
  return [...parts, ...(hasBody ? [`--data-raw ${shellWord(body.text)}`] : [])].join(' \\\n  ')
}

const placeholder = (name: string, value: string): string =>
  MASK.test(value) ? `YOUR_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}` : value
