import type { SignalListener } from './port.ts'

type Options = { capacity: number; onListenerError(error: unknown): void }

const GAP = Symbol('gap')

/** A bounded queue before one listener. */
export type Mailbox = { message(text: string): void; gap(): void; close(): void }

/**
 * Delivers one after the other, never in the stack of whoever puts something in. A full queue is thrown away and
 * becomes one `gap`; a listener that throws loses that message only.
 */
export function createMailbox(listener: SignalListener, { capacity, onListenerError }: Options): Mailbox {
  let queue: (string | typeof GAP)[] = []
  let isScheduled = false
  let isClosed = false

  function deliver(item: string | typeof GAP) {
    if (isClosed) return
    try {
      if (item === GAP) listener.gap()
      else listener.message(item)
    } catch (error) {
      onListenerError(error)
    }
  }

  function drain() {
    isScheduled = false
    const items = queue
    queue = []
    for (const item of items) deliver(item)
  }

  function put(item: string | typeof GAP) {
    if (isClosed) return
    if (queue.length >= capacity) queue = [GAP]
    if (item !== GAP || queue.at(-1) !== GAP) queue.push(item)
    if (isScheduled) return
    isScheduled = true
    setImmediate(drain)
  }

  return {
    message: put,
    gap: () => put(GAP),
    close() {
      isClosed = true
      queue = []
    },
  }
}
