import { describe, expect, it } from '@jest/globals'
import { compilePermissions } from '@sluice/access'
import { type Answer, bytes } from '@sluice/service-kit'
import fc from 'fast-check'
import { readBounds } from '../domain/mcp-bounds.ts'
import { createCallerViews } from '../listing/caller-view.ts'
import { createKeptLists } from './kept-lists.ts'

const QUESTION = { jsonrpc: '2.0', method: 'tools/list', params: { _meta: { client: 'one' } } }

async function openView(id = 'ann') {
  const views = createCallerViews({
    acl: () => compilePermissions([]).acl,
    collectionNames: { list: async () => [], forget() {} },
    apps: () => [],
    isPluginOn: () => false,
  })
  const read = readBounds()
  if (read.kind === 'refuse') throw new RangeError(read.detail)
  const caller = { principal: { id, roles: [], isRoot: false }, user: undefined }
  return views.open({ caller, bounds: read.bounds, tiering: { tier: 'shared', db: 'sluice' } })
}

/** What serves messages: it counts them, and answers as the library does. */
function openServer(make = (id: unknown): Answer => resultOf(id)) {
  const lists = createKeptLists()
  const served: unknown[] = []
  const headers: (string | undefined)[] = ['application/json', undefined]
  return {
    served,
    ask: async (message: unknown, view: Awaited<ReturnType<typeof openView>>, sent = headers) => {
      const answer = await lists.answer({ view, headers: sent, message }, async one => {
        served.push(one)
        return make(typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined)
      })
      const body = answer.kind === 'answer' ? answer.body : undefined
      return body && 'bytes' in body ? Buffer.from(body.bytes).toString('utf8') : undefined
    },
  }
}

const textOf = (id: unknown) => JSON.stringify({ result: { tools: [{ name: 'é "1"' }] }, jsonrpc: '2.0', id })
const resultOf = (id: unknown): Answer => bytes(textOf(id), 'application/json')

describe('kept lists', () => {
  it('answer each question under its own id, whatever that is, with what was answered before', async () => {
    const view = await openView()
    const { ask, served } = openServer()
    const ids = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger())
    const property = fc.asyncProperty(ids, async id => {
      expect(await ask({ ...QUESTION, id }, view)).toBe(textOf(id))
    })
    await fc.assert(property)
    expect(served).toHaveLength(1)
  })

  it('do not outlive the view that they were made for', async () => {
    const { ask, served } = openServer()
    await ask({ ...QUESTION, id: 1 }, await openView())
    await ask({ ...QUESTION, id: 2 }, await openView())
    expect(served).toHaveLength(2)
  })

  it.each<[string, object, (string | undefined)[]]>([
    ['another page', { ...QUESTION, params: { ...QUESTION.params, cursor: 'x' } }, ['application/json', undefined]],
    ['another client', { ...QUESTION, params: { _meta: { client: 'two' } } }, ['application/json', undefined]],
    ['another list', { ...QUESTION, method: 'prompts/list' }, ['application/json', undefined]],
    ['another revision', QUESTION, ['application/json', '2025-11-25']],
  ])('are not given to a question for %s', async (_, other, headers) => {
    const view = await openView()
    const { ask, served } = openServer()
    await ask({ ...QUESTION, id: 1 }, view)
    await ask({ ...other, id: 2 }, view, headers)
    expect(served).toHaveLength(2)
  })

  it.each<[string, (id: unknown) => Answer]>([
    ['an error', id => bytes(JSON.stringify({ error: { code: -32603 }, jsonrpc: '2.0', id }), 'application/json')],
    ['a refusal', () => ({ kind: 'answer', status: 406 })],
    ['a stream of events', id => bytes(`data: ${JSON.stringify({ result: {}, id })}\n\n`, 'text/event-stream')],
  ])('do not hold %s: it is told anew each time, under the id of the caller', async (_, make) => {
    const view = await openView()
    const { ask, served } = openServer(make)
    await ask({ ...QUESTION, id: 1 }, view)
    await ask({ ...QUESTION, id: 1 }, view)
    expect(served.filter(one => JSON.stringify(one).includes('"id":1'))).toHaveLength(2)
  })

  it.each([
    ['a call', { ...QUESTION, method: 'tools/call', id: 1 }],
    ['a message without an id', QUESTION],
    ['an id of another form', { ...QUESTION, id: 1.5 }],
    ['no message', [1]],
  ])('leave %s as it is', async (_, message) => {
    const view = await openView()
    const { ask, served } = openServer()
    await ask(message, view)
    await ask(message, view)
    expect(served).toEqual([message, message])
  })
})
