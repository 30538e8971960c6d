/** One example of a page: a request, and the answer that it shows. Texts like `<key>` stand for what an earlier answer gave. */
export type HttpExample = {
  /** `webhooks.md:41`, for messages. */
  place: string
  method: string
  target: string
  /** The caller: a user, `nobody`, or a secret like `<key>`. */
  caller: string
  headers: Readonly<Record<string, string>>
  /** Empty where there is none. */
  body: string
  status: number
  /** The answer may take a while to become this one. */
  isAwaited: boolean
  answerHeaders: Readonly<Record<string, string>>
  /** The part of the answer's body that must match; empty where the page shows none. */
  answer: string
}

/** A request that a webhook's target must have got, as a page shows it. */
type DeliveryExample = Pick<HttpExample, 'place' | 'method' | 'target' | 'headers' | 'body'>

export type Example = ({ kind: 'http' } & HttpExample) | ({ kind: 'delivery' } & DeliveryExample)

const BLOCK = /^```(http|delivery)\n(.*?)^```$/gms
const REQUEST_LINE = /^([A-Z]+) (.*?)(?: as (\S+))?$/
const ANSWER_LINE = /^=> (\d{3})( soon)?$/m

/** Reads the fenced blocks `http` and `delivery` of a page, in order. A request is the owner's where it does not say `as`. */
export function readExamples(file: string, page: string): Example[] {
  return [...page.matchAll(BLOCK)].map(match => {
    const [, kind, content = ''] = match
    const place = `${file}:${page.slice(0, match.index).split('\n').length}`
    return kind === 'http'
      ? { kind, ...readHttp(place, content) }
      : { kind: 'delivery', ...readRequest(place, content) }
  })
}

function readHttp(place: string, content: string): HttpExample {
  const [line = '', status = '', soon] = ANSWER_LINE.exec(content) ?? []
  const [asked = '', answered = ''] = content.split(line === '' ? '\0' : line)
  const [, , , caller = 'admin'] = REQUEST_LINE.exec(asked.split('\n')[0] ?? '') ?? []
  const { headers: answerHeaders, body: answer } = readMessage(answered.trimStart())
  return {
    ...readRequest(place, asked),
    caller,
    status: Number(status),
    isAwaited: soon !== undefined,
    answerHeaders,
    answer,
  }
}

function readRequest(place: string, content: string): DeliveryExample {
  const [line = '', ...rest] = content.split('\n')
  const [, method = '', target = ''] = REQUEST_LINE.exec(line) ?? []
  return { place, method, target, ...readMessage(rest.join('\n')) }
}

const HEADER_LINE = /^([A-Za-z][\w-]*): (.*)$/

function readMessage(text: string): { headers: Record<string, string>; body: string } {
  const lines = text.split('\n')
  const end = lines.findIndex(line => !HEADER_LINE.test(line))
  const pairs = lines.slice(0, end).map(line => HEADER_LINE.exec(line) ?? [])
  const headers = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
  return { headers, body: lines.slice(end).join('\n').trim() }
}
