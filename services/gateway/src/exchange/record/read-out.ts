import type { IncomingMessage } from 'node:http'

/** A client that was told of the greatest size sends little more. */
const MOST_BYTES = 64 * 1024 * 1024
const QUIET_MS = 1_000
const MOST_MS = 10_000

/**
 * Reads what is left of a request body and forgets it, so that its client gets to read the answer: a connection that is
 * closed before that breaks, and the answer with it. Ends with the body, after 64 MiB, after 10 s, and where nothing
 * comes for a second.
 */
export function readOut(request: IncomingMessage, then: () => void): void {
  let left = MOST_BYTES
  const quiet = setTimeout(end, QUIET_MS)
  const late = setTimeout(end, MOST_MS)

  function end(): void {
    clearTimeout(quiet)
    clearTimeout(late)
    request.off('data', take).off('end', end).off('close', end)
    then()
  }

  function take(chunk: Buffer): void {
    left -= chunk.length
    quiet.refresh()
    if (left < 0) end()
  }

  request.on('data', take).once('end', end)
  // One that is destroyed already closes while its client may still send.
  if (!request.destroyed) request.once('close', end)
}
