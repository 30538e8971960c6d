import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** How long a client that takes nothing may keep a stream that has ended. */
const PATIENCE_MS = 10_000

/**
 * Sends a stream at the pace of its reader. One that fails is cut, so that it doesn't look whole.
 * @param isHeadOnly whether nothing of it is wanted
 */
export function sendStream(target: Writable, stream: AsyncIterable<string>, isHeadOnly: boolean): void {
  const source = Readable.from(stream)
  if (isHeadOnly) {
    source.destroy()
    return void target.end()
  }
  source.once('end', () => {
    const cut = setTimeout(() => target.destroy(), PATIENCE_MS).unref()
    target.once('close', () => clearTimeout(cut))
  })
  // Who reads has gone, or gets half an answer: it is destroyed already.
  pipeline(source, target).catch(() => {})
}
