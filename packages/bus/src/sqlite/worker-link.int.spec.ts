import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'

const disturbed = fileURLToPath(new URL('./testing/disturbed-process.ts', import.meta.url))
const FOREIGN = [
  { 'watch:import': ['file:///x.ts'] },
  { kind: 'news', topic: 't' },
  { id: 1, answer: 1 },
  'ready',
  null,
]

describe("the link to the bus's worker", () => {
  it('ignores messages that Sluice did not send, also while an answer is awaited', async () => {
    const path = join(await temporaryDirectory(), 'bus.db')
    const child = fork(disturbed, [path, JSON.stringify(FOREIGN)])
    const messages: unknown[] = []
    child.on('message', message => messages.push(message))
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(messages).toEqual([{ answer: { kind: 'done' }, notices: [{ kind: 'appended', topic: 't' }] }])
  })
})
