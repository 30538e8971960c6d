import { createServer, request, type Server } from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { eventStream } from '../route.ts'
import { sendAnswer } from '../send-answer.ts'
import { replyBySocket } from './socket-exchange.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A stream that gives what is put in, and says when nobody wants it any more. */
function createSource() {
  const pieces: string[] = []
  const state = { isLeft: false }
  let wake = () => {}
  let isOver = false
  const take = async (): Promise<IteratorResult<string>> => {
    while (pieces.length === 0 && !isOver) {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
    const value = pieces.shift()
    return value === undefined ? { done: true, value: undefined } : { done: false, value }
  }
  const leave = async (): Promise<IteratorResult<string>> => {
    state.isLeft = true
    isOver = true
    wake()
    return { done: true, value: undefined }
  }
  return {
    state,
    put(piece: string): void {
      pieces.push(piece)
      wake()
    },
    end(): void {
      isOver = true
      wake()
    },
    stream: { [Symbol.asyncIterator]: () => ({ next: take, return: leave }) },
  }
}

async function serve(source: ReturnType<typeof createSource>, method = 'GET') {
  const server = createServer((_, response) => sendAnswer(replyBySocket(response), eventStream(source.stream)))
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const outgoing = request({ port: typeof bound === 'object' ? bound?.port : 0, host: '127.0.0.1', method })
  outgoing.on('error', () => {})
  const received = { text: '', isEnded: false, type: '' }
  outgoing.on('response', answer => {
    received.type = String(answer.headers['content-type'])
    answer.setEncoding('utf8').on('data', (piece: string) => {
      received.text += piece
    })
    answer.on('end', () => {
      received.isEnded = true
    })
    answer.on('error', () => {})
  })
  outgoing.end()
  return { outgoing, received }
}

describe('a streamed answer', () => {
  it('is sent piece by piece, its head before the first, and ends with its stream', async () => {
    const source = createSource()
    const { received } = await serve(source)
    await eventually(() => received.type === 'text/event-stream')
    source.put('data: 1\n\n')
    await eventually(() => received.text === 'data: 1\n\n')
    source.end()
    await eventually(() => received.isEnded)
  })

  it('is left when its reader goes', async () => {
    const source = createSource()
    const { outgoing, received } = await serve(source)
    await eventually(() => received.type !== '')
    outgoing.destroy()
    await eventually(() => source.state.isLeft)
  })

  it('has a head alone for a HEAD', async () => {
    const source = createSource()
    const { received } = await serve(source, 'HEAD')
    await eventually(() => received.isEnded)
    expect(received).toMatchObject({ type: 'text/event-stream', text: '' })
  })
})
