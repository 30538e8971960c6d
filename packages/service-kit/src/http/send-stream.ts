import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** How long a client that takes nothing may keep a stream that has ended. */
const PATIENCE_MS = 10_000

/** Sends a stream at the pace of its reader, its head at once. One that fails is cut, so that it doesn't look whole. */
export function sendStream(response: ServerResponse, stream: AsyncIterable<string>): void {
  const source = Readable.from(stream)
  if (response.req.method === 'HEAD') {
    source.destroy()
    return void response.end()
  }
  response.flushHeaders()
  source.once('end', () => {
    const cut = setTimeout(() => response.destroy(), PATIENCE_MS).unref()
    response.once('close', () => clearTimeout(cut))
  })
  // Who reads has gone, or gets half an answer: it is destroyed already.
  pipeline(source, response).catch(() => {})
}
