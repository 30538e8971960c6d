import { formatNotice } from './message.ts'

/** Why a tail ends that its reader has not left. */
export type EndReason = 'slow' | 'deleted' | 'stopping'

const MAX_BUFFERED = 512 * 1024

export type Subscriber = ReturnType<typeof createSubscriber>

/**
 * One reader of a tail. What it has not taken yet is held up to 512 KiB; one that is slower is told so and ended.
 * @param onOver called once, when nothing more is wanted for it
 */
export function createSubscriber(onOver: () => void) {
  let waiting: string[] = []
  let buffered = 0
  let isOver = false
  let wake = () => {}

  function end(reason: EndReason): void {
    if (isOver) return
    isOver = true
    if (reason === 'slow') waiting = []
    waiting.push(formatNotice('end', { reason }))
    onOver()
    wake()
  }

  async function next(): Promise<IteratorResult<string>> {
    while (waiting.length === 0 && !isOver) {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
    const value = waiting.shift()
    if (value === undefined) return { done: true, value: undefined }
    buffered -= value.length
    return { done: false, value }
  }

  async function leave(): Promise<IteratorResult<string>> {
    waiting = []
    if (!isOver) {
      isOver = true
      onOver()
    }
    wake()
    return { done: true, value: undefined }
  }

  return {
    push(text: string): void {
      if (isOver) return
      buffered += text.length
      if (buffered > MAX_BUFFERED) return end('slow')
      waiting.push(text)
      wake()
    },
    end,
    stream: { [Symbol.asyncIterator]: () => ({ next, return: leave }) },
  }
}
