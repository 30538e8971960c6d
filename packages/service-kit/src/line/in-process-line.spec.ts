import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import type { Dispatcher } from 'undici'
import type { ServiceEntry } from '../http/http-app.ts'
import { createInProcessLine } from './in-process-line.ts'

type Serve = ServiceEntry['serve']

const description = { openapi: '3.1.1', info: {}, paths: {}, components: {} } as never

function openLine(serve: Serve) {
  const line = createInProcessLine()
  line.open({ describe: () => description, serve })
  return line
}

const echo: Serve = ({ readBody }, reply) => {
  const chunks: Buffer[] = []
  const complete = () => reply.send(200, { 'content-type': 'text/plain' }, Buffer.concat(chunks))
  if (!readBody) return complete()
  readBody({ take: chunk => chunks.push(chunk), complete, breakOff() {} })
}

/** Notes what it is told, and does what is asked of it. */
function noting(doing: Partial<Record<'start' | 'data', (controller: Dispatcher.DispatchController) => void>> = {}) {
  const told: string[] = []
  const handler: Dispatcher.DispatchHandler = {
    onResponseStart(controller, status) {
      told.push(`start ${status}`)
      doing.start?.(controller)
    },
    onResponseData(controller, chunk) {
      told.push(`data ${chunk.length}`)
      doing.data?.(controller)
    },
    onResponseEnd: () => void told.push('end'),
    onResponseError: (_controller, error) => void told.push(error.name),
  }
  return { told, handler }
}

const get = { method: 'GET', path: '/' } as const

describe('a line', () => {
  it.each([
    ['text', 'sluice'],
    ['bytes', Buffer.from('sluice')],
    ['a stream', Readable.from([Buffer.from('slu'), Buffer.from('ice')])],
  ])('serves requests of undici with a body of %s', async (_kind, body) => {
    const reply = await openLine(echo).dispatcher.request({ method: 'POST', path: '/', body })
    expect([reply.statusCode, reply.headers['content-type'], await reply.body.text()]).toEqual([
      200,
      'text/plain',
      'sluice',
    ])
  })

  it('tells nothing of a body while its reader pauses, and then all of it in order', () => {
    const line = openLine((_, reply) => reply.send(200, {}, Buffer.alloc(150_000)))
    let paused: Dispatcher.DispatchController | undefined
    const pause = (controller: Dispatcher.DispatchController) => {
      paused = controller
      controller.pause()
    }
    const { told, handler } = noting({ start: pause, data: pause })
    line.dispatcher.dispatch(get, handler)
    const pieces = ['start 200', 'data 65536', 'data 65536', 'data 18928']
    for (const [at] of pieces.entries()) {
      expect(told).toEqual(pieces.slice(0, at + 1))
      paused?.resume()
    }
    expect(told).toEqual([...pieces, 'end'])
  })

  it('tells nothing more of a request that is aborted, and its service that it is closed', () => {
    const state = { isClosed: false, isSent: true }
    const line = openLine((_, reply) => {
      reply.once('close', () => {
        state.isClosed = reply.closed
        state.isSent = reply.isSent
      })
      reply.send(200, {}, 'content')
    })
    const { told, handler } = noting({ start: controller => controller.abort(new RangeError('Enough.')) })
    line.dispatcher.dispatch(get, handler)
    expect(told).toEqual(['start 200', 'RangeError'])
    expect(state).toEqual({ isClosed: true, isSent: false })
  })

  it('ends a request whose reader fails with that', () => {
    const fail = () => {
      throw new TypeError('A bug.')
    }
    const { told, handler } = noting({ data: fail })
    openLine(echo).dispatcher.dispatch({ ...get, method: 'POST', body: 'x' }, handler)
    expect(told).toEqual(['start 200', 'data 1', 'TypeError'])
  })

  it('ends no request before its deadline when it closes, but begins none', async () => {
    const answers: (() => void)[] = []
    const line = openLine((_, reply) => void answers.push(() => reply.send(204, {})))
    const [first, late, next] = [noting(), noting(), noting()]
    line.dispatcher.dispatch(get, first.handler)
    line.dispatcher.dispatch(get, late.handler)
    const closed = line.close(20)
    line.dispatcher.dispatch(get, next.handler)
    answers[0]?.()
    expect([first.told, late.told, next.told]).toEqual([['start 204', 'end'], [], ['ClientDestroyedError']])
    await closed
    expect(late.told).toEqual(['SocketError'])
    answers[1]?.()
    expect(late.told).toEqual(['SocketError'])
  })

  it('begins a request that waits once another has ended, also after thousands that nobody waits for any more', async () => {
    const answers: (() => void)[] = []
    const line = openLine((_, reply) => void answers.push(() => reply.send(204, {})))
    for (let at = 0; at < 128; at += 1) line.dispatcher.dispatch(get, noting().handler)
    const gone: Dispatcher.DispatchHandler = {
      onRequestStart: controller => controller.abort(new RangeError('Gone.')),
      onResponseError() {},
    }
    for (let at = 0; at < 5_000; at += 1) line.dispatcher.dispatch(get, gone)
    const last = noting()
    line.dispatcher.dispatch(get, last.handler)
    expect([line.waiting(), answers.length]).toEqual([5_001, 128])
    answers[0]?.()
    expect([line.waiting(), answers.length]).toEqual([0, 129])
    answers[128]?.()
    expect(last.told).toEqual(['start 204', 'end'])
    await line.close(0)
  })
})
