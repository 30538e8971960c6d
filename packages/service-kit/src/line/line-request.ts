import type { Readable } from 'node:stream'
import { type Dispatcher, errors } from 'undici'
import type { BodyReader, GatewayRequest } from '../http/exchange/service-exchange.ts'
import { failCall, type LineCall, tell, toBuffer } from './line-call.ts'

/** The request of a call, as its service gets it. */
export function requestByLine(call: LineCall): GatewayRequest {
  const { method, path, headers, body } = call.sent
  const list = listHeaders(headers)
  return {
    method,
    target: path,
    header: name => findHeader(list, name),
    readBody: isEmpty(body) ? undefined : reader => readBody(call, reader),
  }
}

type LineBody = Dispatcher.DispatchOptions['body']

const isBytes = (body: LineBody): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array

const isEmpty = (body: LineBody): boolean => body === null || body === undefined || (isBytes(body) && body.length === 0)

/** Names and values in turn. */
function listHeaders(headers: Dispatcher.DispatchOptions['headers']): readonly string[] {
  if (Array.isArray(headers)) return headers
  return Object.entries(headers ?? {}).flatMap(([name, value]) => [name.toLowerCase(), String(value)])
}

/** The headers of which Node keeps the first value alone. */
const SINGLE: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
])

function findHeader(list: readonly string[], name: string): string | undefined {
  let found: string | undefined
  for (let at = 0; at + 1 < list.length; at += 2) {
    if (list[at] !== name) continue
    const value = list[at + 1] ?? ''
    if (found === undefined && SINGLE.has(name)) return value
    found = found === undefined ? value : found + (name === 'cookie' ? '; ' : ', ') + value
  }
  return found
}

function readBody(call: LineCall, reader: BodyReader): void {
  const { body } = call.sent
  if (call.isOver) return reader.breakOff()
  call.closers.push(reader.breakOff)
  if (isBytes(body)) {
    pass(call, reader, toBuffer(body))
    return reader.complete()
  }
  if (isReadable(body)) readStream(call, reader, body)
  else failCall(call, new errors.NotSupportedError('A body is text, bytes or a stream.'))
}

const isReadable = (body: LineBody): body is Readable =>
  typeof body === 'object' && body !== null && 'readableFlowing' in body

/** The service has a chunk only where the caller, who counts it, goes on. */
function pass(call: LineCall, reader: BodyReader, chunk: Buffer): void {
  tell(call, () => call.handler.onBodySent?.(chunk))
  if (!call.isOver) reader.take(chunk)
}

function readStream(call: LineCall, reader: BodyReader, body: Readable): void {
  const take = (chunk: Buffer) => {
    call.silence?.refresh()
    pass(call, reader, chunk)
  }
  const complete = () => {
    call.isUploading = false
    call.silence?.refresh()
    reader.complete()
  }
  const breakOff = () => failCall(call, body.errored ?? new errors.RequestAbortedError())
  if (body.destroyed) return breakOff()
  call.isUploading = true
  body.on('data', take).once('end', complete).once('error', breakOff).once('close', breakOffUnlessRead)
  function breakOffUnlessRead() {
    if (call.isUploading) breakOff()
  }
  call.closers.push(() => {
    body.off('data', take).off('end', complete).off('error', breakOff).off('close', breakOffUnlessRead)
  })
}
