import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { environment } from '@sluice/testkit/backends'
import { isReaderReply, isWriterReply } from '../src/sqlite/protocol.ts'

const watched = fileURLToPath(new URL('../src/sqlite/testing/watched-process.ts', import.meta.url))
const FOREIGN = [{ 'watch:import': ['file:///x.ts'] }, { kind: 'news' }, { id: 1 }, 'ready', null, undefined]

describe('messages on the port of a thread that Sluice did not send', () => {
  it('are told from replies by their kind', () => {
    expect(FOREIGN.filter(isWriterReply)).toEqual([])
    expect(FOREIGN.filter(isReaderReply)).toEqual([])
    expect(isWriterReply({ kind: 'ready' })).toBe(true)
    expect(isReaderReply({ kind: 'outcome', id: 1, outcome: { ok: true, answer: {} } })).toBe(true)
  })

  it('change nothing: a process under `node --watch` writes, reads and aggregates', async () => {
    const path = join(await temporaryDirectory(), 'store.db')
    const child = fork(watched, [path], { env: { ...environment(), WATCH_REPORT_DEPENDENCIES: '1' } })
    const messages: unknown[] = []
    child.on('message', message => messages.push(message))
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(messages.at(-1)).toEqual({ found: [{ _id: 1, n: 1 }], counted: [{ documents: 1 }] })
    // Without these the test would prove nothing.
    expect(messages).toContainEqual({ 'watch:import': [expect.stringContaining('writer-worker.ts')] })
    expect(messages).toContainEqual({ 'watch:import': [expect.stringContaining('reader-worker.ts')] })
  })
})
