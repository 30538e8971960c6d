import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

const BOMB_BYTES = 40 * 1024 ** 2
const PIECE = 'x'.repeat(64 * 1024)
const BYTE_EVERY_MS = 1_000
/** Nobody listens there. */
const INNER_URL = 'http://127.0.0.1:1/'

let bomb: Buffer | undefined

/** A small packet that becomes a very large one; making it takes a while, once. */
export function makeBomb(): Buffer {
  bomb ??= gzipSync(Buffer.alloc(BOMB_BYTES))
  return bomb
}

/**
 * How a target misbehaves once it has received a whole request. Where an answer is no valid one, its bytes are written past
 * Node's own.
 */
const manners = {
  fails: response => void response.writeHead(500).end('no'),
  hangs: () => {},
  resets: response => void response.socket?.resetAndDestroy(),
  'resets-in-body': response =>
    writeRaw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', socket => socket.resetAndDestroy()),
  'hangs-in-body': response => writeRaw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'),
  'one-byte-a-second': response => {
    response.writeHead(200, { 'content-length': '1000' }).write('x')
    const timer = setInterval(() => response.write('x'), BYTE_EVERY_MS)
    response.once('close', () => clearInterval(timer))
  },
  'never-ends': response => {
    response.writeHead(200)
    pour(response, PIECE)
  },
  'gzip-bomb': response => {
    const packed = makeBomb()
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
  },
  'redirects-to-itself': response => void response.writeHead(302, { location: response.req.url ?? '/' }).end(),
  'redirects-inwards': response => void response.writeHead(302, { location: INNER_URL }).end(),
  'says-too-long': response =>
    writeRaw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc', socket => socket.end()),
  'says-too-short': response => writeRaw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdefgh'),
  'answers-204': response => void response.writeHead(204).end(),
  'floods-1xx': response => {
    const { socket } = response
    if (socket) pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20))
  },
  'floods-headers': response => {
    const { socket } = response
    socket?.write('HTTP/1.1 200 OK\r\n')
    if (socket) pour(socket, 'x-more: of the same\r\n'.repeat(100))
  },
  'speaks-ssh': response => writeRaw(response, 'SSH-2.0-OpenSSH\r\n', socket => socket.end()),
} satisfies Record<string, (response: ServerResponse) => void>

export type HostileManner = keyof typeof manners

export const HOSTILE_MANNERS: Readonly<Record<HostileManner, (response: ServerResponse) => void>> = manners

function writeRaw({ socket }: ServerResponse, text: string, then: (socket: Socket) => void = () => {}): void {
  socket?.write(text, () => then(socket))
}

/** Without an end, as fast as it is taken. */
function pour(to: Socket | ServerResponse, piece: string): void {
  const fill = () => {
    while (!to.destroyed && to.write(piece)) {}
  }
  to.on('drain', fill)
  fill()
}
