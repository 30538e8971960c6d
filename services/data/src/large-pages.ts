import { getHeapStatistics } from 'node:v8'
import { refuse } from '@sluice/contracts'
import { ProblemError } from '@sluice/service-kit'
import type { Namespace } from '@sluice/store'

/** Pages of large documents take turns; others never wait. */
export type LargePages = {
  /** A document of so many bytes was written to the collection. */
  noteWrite(of: Namespace, bytes: number): void
  /** Runs `read` when there is room for a page of `documents`. @throws ProblemError `OVERLOADED` where none comes in time */
  read(of: Namespace, documents: number, read: () => Promise<Uint8Array[]>): Promise<Uint8Array[]>
}

const MEGABYTE = 1024 * 1024
const LARGE_BYTES = MEGABYTE
/** A message of MongoDB has not much more. */
const LEAST_ROOM_BYTES = 16 * MEGABYTE
const SHARE_OF_HEAP = 1 / 16
const WAIT_MS = 2_000
const MOST_COLLECTIONS = 1_000
const TOO_MANY = refuse(
  'OVERLOADED',
  'Too many large pages are read here at once. Try again shortly, or ask for fewer documents or fields.',
)

const roomOfHeap = () => Math.max(LEAST_ROOM_BYTES, SHARE_OF_HEAP * getHeapStatistics().heap_size_limit)

/**
 * A page takes several times its bytes while it is read and written out, so only some large ones may at once. A page is
 * taken to be as large as the last ones of its collection; before the first, as so many of the document last written.
 */
export function createLargePages(roomBytes = roomOfHeap()): LargePages {
  const pages = createSizes()
  const documents = createSizes()
  const waiting = new Set<() => void>()
  let taken = 0

  function expect(key: string, count: number): number {
    const bytes = pages.get(key) ?? count * (documents.get(key) ?? 0)
    return bytes < LARGE_BYTES ? 0 : Math.min(bytes, roomBytes)
  }

  async function takeTurn(bytes: number): Promise<void> {
    const end = performance.now() + WAIT_MS
    while (taken > 0 && taken + bytes > roomBytes) await waitForRoom(end)
    taken += bytes
  }

  function waitForRoom(end: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new ProblemError(TOO_MANY)), Math.max(0, end - performance.now()))
    waiting.add(resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(resolve)
    })
  }

  function giveBack(bytes: number): void {
    taken -= bytes
    for (const wake of waiting) wake()
  }

  return {
    noteWrite: ({ db, collection }, bytes) => documents.note(`${db}/${collection}`, bytes),
    async read({ db, collection }, count, read) {
      const key = `${db}/${collection}`
      const bytes = expect(key, count)
      if (bytes > 0) await takeTurn(bytes)
      try {
        const found = await read()
        pages.note(
          key,
          found.reduce((sum, { length }) => sum + length, 0),
        )
        return found
      } finally {
        if (bytes > 0) giveBack(bytes)
      }
    },
  }
}

/** The mean of the last sizes, of the keys used last. */
function createSizes() {
  const sizes = new Map<string, number>()
  return {
    get: (key: string) => sizes.get(key),
    note(key: string, bytes: number) {
      const known = sizes.get(key) ?? bytes
      sizes.delete(key)
      sizes.set(key, (known + bytes) / 2)
      const [oldest] = sizes.keys()
      if (sizes.size > MOST_COLLECTIONS && oldest !== undefined) sizes.delete(oldest)
    },
  }
}
