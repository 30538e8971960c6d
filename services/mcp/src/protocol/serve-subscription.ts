import { createMcpHandler, InMemoryServerEventBus } from '@modelcontextprotocol/server'
import type { Refusal } from '@sluice/contracts'
import { type Answer, eventStream, type ServiceRequest } from '@sluice/service-kit'
import { marksOf, type OfferMarks } from '../subscriptions/offer-marks.ts'
import type { Subscription, Subscriptions } from '../subscriptions/subscriptions.ts'
import { createToolServer, type McpExchange } from './tool-server.ts'
import { toAnswer, toWebRequest } from './web-exchange.ts'

export type SubscribedExchange = McpExchange & {
  subscriptions: Subscriptions
  /** Who may have so many streams open. */
  user: string
  readMarks(isStale: boolean): Promise<OfferMarks | undefined>
}

/** Answers `subscriptions/listen`: a stream of notices, until its caller may no longer have it, or has gone. */
export async function serveSubscription(
  request: ServiceRequest,
  message: unknown,
  { subscriptions, user, readMarks, ...exchange }: SubscribedExchange,
): Promise<Answer | Refusal> {
  const bus = new InMemoryServerEventBus()
  const handler = createMcpHandler(() => createToolServer(exchange, 'current'), { legacy: 'reject', bus })
  const end = () => void handler.close()
  const publish = bus.publish.bind(bus)
  const opened = subscriptions.open({ user, marks: marksOf(exchange.view), readMarks, publish, end })
  if (opened.kind === 'refuse') return opened
  try {
    const asked = toWebRequest(request, { isParsed: true, signal: request.signal() })
    const response = await handler.fetch(asked, { parsedBody: message })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    if (isStream && response.body) return eventStream(told(response.body, opened))
    opened.leave()
    return await toAnswer(response)
  } catch (error) {
    opened.leave()
    throw error
  }
}

async function* told(body: ReadableStream<Uint8Array>, subscription: Subscription): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body) {
      subscription.caughtUp()
      yield decoder.decode(chunk, { stream: true })
    }
  } finally {
    subscription.leave()
  }
}
