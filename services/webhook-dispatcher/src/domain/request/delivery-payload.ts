import type { BodyCapture, HeaderList, RecordedExchange, WebhookRecord } from '@sluice/contracts'
import { type JsonNode, parseForPrinting, readJsonTree } from '@sluice/json'
import { joinHeaders, occurrenceOf, readBody, turnedAwayOf, type ViewedBody } from '../exchange/exchange-view.ts'
import type { TemplateView } from '../template/render-template.ts'

type PayloadWebhook = Pick<WebhookRecord, '_id' | 'name'>
type PayloadMessage = { headers: HeaderList; body: BodyCapture }

/**
 * The default body of a delivery, which is also what templates see (docs/reference/webhooks.md#default-body), as values whose numbers are printed with the
 * digits that they came with. `bodyOmitted` says why a body is null.
 */
export function deliveryPayload(recorded: RecordedExchange, webhook: PayloadWebhook) {
  const { event, requestBody, responseBody } = recorded
  const { request, response, principal } = event
  return {
    ...originOf(recorded, webhook),
    request: { ...lineOf(request), ...messageOf(request, requestBody) },
    response: response && { statusCode: response.statusCode, ...messageOf(response, responseBody) },
    principal: { id: principal.id, roles: principal.roles, via: principal.via },
    ...turnedAwayOf(event),
    ...occurrenceOf(event),
  }
}

const originOf = ({ event }: RecordedExchange, { _id, name }: PayloadWebhook) => ({
  id: event.id,
  service: event.service,
  timestamp: new Date(event.at).toISOString(),
  webhook: { id: _id, name },
})

const lineOf = ({ method, path, query }: RecordedExchange['event']['request']) => ({ method, path, query })

function messageOf(message: PayloadMessage, captured: Uint8Array) {
  const read = readBody(message, captured)
  return { headers: joinHeaders(message.headers), body: printedValue(read), ...omissionOf(message, read) }
}

function printedValue(read: ViewedBody): unknown {
  switch (read.kind) {
    case 'json':
      return parseForPrinting(read.text)
    case 'text':
      return read.text
    case 'none':
      return null
  }
}

const omissionOf = ({ body }: PayloadMessage, { kind }: ViewedBody): { bodyOmitted?: string } => {
  const omitted = kind === 'none' ? reasonOfOmission(body) : undefined
  return omitted === undefined ? {} : { bodyOmitted: omitted }
}

function reasonOfOmission({ state, truncated, length }: BodyCapture): string | undefined {
  if (state === 'withheld' || state === 'unreadable') return state
  if (state === 'none' || length === 0) return undefined
  return truncated ? 'truncated' : 'binary'
}

/** The payload as it is sent: bodies that are JSON stand in it as they came, byte by byte. */
export function payloadText(recorded: RecordedExchange, webhook: PayloadWebhook): string {
  const { event, requestBody, responseBody } = recorded
  const { request, response, principal } = event
  const { id, roles, via } = principal
  const about = JSON.stringify({ principal: { id, roles, via }, ...turnedAwayOf(event), ...occurrenceOf(event) }).slice(
    1,
  )
  const asked = messageText(lineOf(request), request, readBody(request, requestBody))
  const answered = response
    ? messageText({ statusCode: response.statusCode }, response, readBody(response, responseBody))
    : 'null'
  const origin = JSON.stringify(originOf(recorded, webhook)).slice(1, -1)
  return `{${origin},"request":${asked},"response":${answered},${about}`
}

function messageText(line: object, message: PayloadMessage, read: ViewedBody): string {
  const head = JSON.stringify({ ...line, headers: joinHeaders(message.headers) }).slice(0, -1)
  const { bodyOmitted } = omissionOf(message, read)
  const reason = bodyOmitted === undefined ? '' : `,"bodyOmitted":${JSON.stringify(bodyOmitted)}`
  return `${head},"body":${bodyText(read)}${reason}}`
}

function bodyText(read: ViewedBody): string {
  switch (read.kind) {
    case 'json':
      return read.text
    case 'text':
      return JSON.stringify(read.text)
    case 'none':
      return 'null'
  }
}

/**
 * The payload as a template's view: the exchange's headers are found whatever their case, and bodies are printed as they
 * came. A body is taken apart when a template first asks for it.
 */
export function viewOf(recorded: RecordedExchange, webhook: PayloadWebhook): TemplateView {
  const { event, requestBody, responseBody } = recorded
  const { request, response, principal } = event
  const asked = viewOfMessage(lineOf(request), request, requestBody)
  const answered = response && viewOfMessage({ statusCode: response.statusCode }, response, responseBody)
  const root = {
    ...originOf(recorded, webhook),
    request: asked.shown,
    response: answered?.shown ?? null,
    principal: { id: principal.id, roles: principal.roles, via: principal.via },
    ...turnedAwayOf(event),
    ...occurrenceOf(event),
  }
  const messages = answered ? [asked, answered] : [asked]
  return {
    root,
    headers: new Set<object>(messages.map(({ shown }) => shown.headers)),
    texts: new Map<object, () => string>([
      [root, () => payloadText(recorded, webhook)],
      ...messages.map(({ shown, text }): [object, () => string] => [shown, text]),
    ]),
  }
}

function viewOfMessage(line: object, message: PayloadMessage, captured: Uint8Array) {
  let seen: { body: JsonNode | string | null } | undefined
  const read = readBody(message, captured)
  const shown = {
    ...line,
    headers: joinHeaders(message.headers),
    get body() {
      seen ??= { body: bodyView(read) }
      return seen.body
    },
    ...omissionOf(message, read),
  }
  return { shown, text: () => messageText(line, message, read) }
}

function bodyView(read: ViewedBody): JsonNode | string | null {
  if (read.kind === 'json') return readJsonTree(read.text)
  return read.kind === 'text' ? read.text : null
}
