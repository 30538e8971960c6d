import type { OutgoingRecord } from '../../port.ts'

/** One call of `send`. */
export type SendCall = { left: number; deadline: number; resolve(): void; reject(error: unknown): void }
export type Item = { topic: string; record: OutgoingRecord; bytes: number; call: SendCall }

/** What waits to be sent and what is under way. */
export function createSendQueue(maxBatchBytes: number) {
  let waiting: Item[] = []
  let bytes = 0

  return {
    bytes: () => bytes,
    isEmpty: () => waiting.length === 0,
    add(items: readonly Item[]) {
      waiting = waiting.concat(items)
      bytes += sumBytes(items)
    },
    /** Takes as many items as fit, at least one. They count until they are `done`. */
    takeBatch(): Item[] {
      let batchBytes = 0
      const tooMuch = waiting.findIndex(item => {
        batchBytes += item.bytes
        return batchBytes > maxBatchBytes
      })
      return waiting.splice(0, tooMuch === -1 ? waiting.length : Math.max(1, tooMuch))
    },
    done(items: readonly Item[]) {
      bytes -= sumBytes(items)
    },
    drop(call: SendCall) {
      const dropped = waiting.filter(item => item.call === call)
      if (dropped.length === 0) return
      waiting = waiting.filter(item => item.call !== call)
      bytes -= sumBytes(dropped)
    },
    calls: () => new Set(waiting.map(item => item.call)),
  }
}

const sumBytes = (items: readonly Item[]): number => items.reduce((sum, item) => sum + item.bytes, 0)
