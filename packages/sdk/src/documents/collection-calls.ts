import { type Call, type CallOptions, type PathQuery, queryText, type Reply } from '../http/call.ts'
import { errorOf, isGoneAlready, isPage, unreadable } from '../http/problem.ts'
import type { Transport } from '../http/transport.ts'
import { documentPath, type IdType } from './document-path.ts'
import type { WireId } from './document-types.ts'
import { reviveDates, toWireText } from './wire-values.ts'

export type CollectionContext = {
  transport: Transport
  /** The path of the collection. */
  root: string
  /** Dates of documents are dates of JavaScript. */
  hasDates: boolean
}

/** The parts of a call to a collection, besides where it leads. */
type CallParts = CallOptions & {
  query?: PathQuery | undefined
  body?: unknown
  ifMatch?: string | undefined
  repeat?: Call['repeat']
}

export type DocumentAddress = { id: WireId; idType?: IdType | undefined }

export type CollectionCalls = ReturnType<typeof createCollectionCalls>

/** Calls to one collection, as their texts. */
export function createCollectionCalls({ transport, root, hasDates }: CollectionContext) {
  const call = (operation: string, path: string, { query, body, ifMatch, repeat, ...options }: CallParts): Call => ({
    method: operation.split(' ', 1)[0] ?? '',
    operation,
    path: root + path + queryText(query ?? {}),
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    body: body === undefined ? undefined : toWireText(body),
    repeat,
    signal: options.signal,
    timeoutMs: options.timeoutMs,
  })

  /** @throws SluiceError for a page in place of what was to come with a success */
  async function send(asked: Call): Promise<Reply> {
    const reply = await transport.send(asked)
    if (reply.status < 300 && isPage(reply)) throw unreadable(asked, reply)
    return reply
  }

  /** Takes what a deletion finds gone on a later attempt for its success. @throws SluiceError for any other answer */
  async function ask(asked: Call): Promise<Reply> {
    const reply = await send(asked)
    const isDone = reply.status < 300 || (asked.method === 'DELETE' && isGoneAlready(reply))
    if (!isDone) throw errorOf(asked, reply)
    return reply
  }

  /** @throws SluiceError where the text is no JSON */
  function parseBy<T>(revive: typeof reviveDates | undefined, asked: Call, reply: Reply): T {
    try {
      return JSON.parse(reply.text, revive)
    } catch {
      throw unreadable(asked, reply)
    }
  }
  const parse = <T>(asked: Call, reply: Reply): T => parseBy(hasDates ? reviveDates : undefined, asked, reply)

  return {
    call,
    /** A call to one document. @param method such as `GET` */
    callDocument: (method: string, { id, idType }: DocumentAddress, { query, ...parts }: CallParts): Call => ({
      ...call(`${method} /{collection}/{id}`, '', parts),
      path: root + documentPath(id, { ...query, id_type: idType }),
    }),
    send,
    ask,
    parse,
    /** Parses as `parse` does, but leaves dates as they are sent. */
    parseWire: (asked: Call, reply: Reply): unknown => parseBy(undefined, asked, reply),
    async read<T>(asked: Call): Promise<T> {
      return parse(asked, await ask(asked))
    },
  }
}
