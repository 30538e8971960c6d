import type { AbstractCursor } from 'mongodb'
import { InvalidQueryError, StoreUnavailableError } from '../errors.ts'

const RESULT_BYTES = 64 * 1024 * 1024

/** What is asked for raw comes as bytes, whatever its type says. */
export function bytesOf(document: unknown): Uint8Array {
  if (Buffer.isBuffer(document)) return document
  if (ArrayBuffer.isView(document)) return new Uint8Array(document.buffer, document.byteOffset, document.byteLength)
  throw new StoreUnavailableError('The document store gave something that is no document.')
}

/** What the server sent and nobody has read; fetched when there is nothing. Empty at the end. */
export async function nextBatch(cursor: AbstractCursor<unknown>): Promise<Uint8Array[]> {
  const isMore = await cursor.hasNext()
  return isMore ? cursor.readBufferedDocuments().map(bytesOf) : []
}

/** @throws InvalidQueryError above 64 MB; the cursor is closed in any case */
export async function readAll(cursor: AbstractCursor<unknown>): Promise<Uint8Array[]> {
  const documents: Uint8Array[] = []
  let bytes = 0
  try {
    for (;;) {
      const batch = await nextBatch(cursor)
      if (batch.length === 0) return documents
      for (const document of batch) {
        documents.push(document)
        bytes += document.length
      }
      if (bytes > RESULT_BYTES)
        throw new InvalidQueryError('The answer is above 64 MB. Set a limit, or scan in batches.')
    }
  } finally {
    closeUnheeded(cursor)
  }
}

/** Its end on the server is nothing that a reader waits for, and nothing that may fail it. */
export function closeUnheeded(cursor: AbstractCursor<unknown>): void {
  cursor.close().catch(() => undefined)
}
