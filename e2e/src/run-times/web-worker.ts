import { type ConsumerInput, consume } from './consume.ts'

declare function postMessage(message: string): void

// The worker is told what to do by a message, and answers by one.
addEventListener('message', event => void answer(event))

async function answer(event: Event): Promise<void> {
  if (!('data' in event)) return
  const input: ConsumerInput = JSON.parse(String(event.data))
  postMessage(JSON.stringify(await consume(input)))
}
