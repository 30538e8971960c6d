import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { SluiceConnectionError, SluiceError, SluiceTimeoutError } from './errors.ts'
import { type Call, pathSegment, queryText, type ReplyText } from './http/call.ts'
import { pause } from './http/deadline.ts'
import { errorOf } from './http/problem.ts'
import type { EventConnection, Transport } from './http/transport.ts'
import type { StreamCall, TailOptions, TailUpdate } from './tail-types.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Three heartbeats: a connection that is silent for so long is dead, whatever it says. */
const SILENCE_MS = 45_000
/** A message is one line of a list: what is longer is none of Sluice. */
const MOST_MESSAGE_CHARACTERS = 2 ** 20

/** The state of a tail, as its connections have told it. */
type TailProgress = {
  lastId: string | undefined
  isOver: boolean
  hasAnswered: boolean
  onConnection(isStanding: boolean): void
}

/**
 * Follows server-sent events. A connection that breaks comes back by itself behind the last message; it ends when its
 * subject is deleted, or by the signal.
 * @throws SluiceError where it is refused, or a message is no JSON; SluiceConnectionError where there was no answer even the first time
 */
export async function* followEvents<Name extends string, Data>(
  transport: Transport,
  stream: StreamCall,
  { signal, after, onConnection = () => undefined }: TailOptions,
): AsyncGenerator<TailUpdate<Name, Data>> {
  const call = callOf(stream)
  const state: TailProgress = { lastId: after, isOver: false, hasAnswered: false, onConnection }
  const isWanted = () => !state.isOver && signal?.aborted !== true
  let waitMs = FIRST_PAUSE_MS
  while (isWanted()) {
    for await (const message of readConnection(transport, { ...call, signal }, state)) {
      waitMs = FIRST_PAUSE_MS
      const told = readMessage<Name, Data>(message, state, call)
      if (!isWanted()) return
      if (told) yield told
    }
    if (isWanted()) await pause(waitMs * (0.5 + Math.random() / 2), signal ?? NEVER).catch(() => undefined)
    waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)
  }
}

/** @throws SluiceUsageError where a path can't carry the id */
function callOf({ operation, id, query = {}, body }: StreamCall): Omit<Call, 'signal'> {
  const [method = '', pattern = ''] = operation.split(' ')
  const path = id === undefined ? pattern : pattern.replace('{id}', () => pathSegment(id, 'id'))
  return { method, operation, path: path + queryText(query), body: body && JSON.stringify(body) }
}

const NEVER = new AbortController().signal

/** Messages until the connection ends, however it ends. @throws SluiceError, SluiceConnectionError, SluiceTimeoutError */
async function* readConnection(
  transport: Transport,
  call: Call,
  state: TailProgress,
): AsyncGenerator<EventSourceMessage> {
  const opened = await openConnection(transport, call, state)
  if (opened === undefined) return
  const reader = opened.body.getReader()
  state.onConnection(true)
  try {
    yield* readMessages(reader, call, state)
  } catch (error) {
    // Whatever else broke: the tail comes back.
    if (error instanceof SluiceError) throw error
  } finally {
    await reader.cancel().catch(() => undefined)
    opened.close()
    state.onConnection(false)
  }
}

/** @returns undefined where it may be tried again. @throws SluiceError, SluiceConnectionError, SluiceTimeoutError */
async function openConnection(
  transport: Transport,
  call: Call,
  state: TailProgress,
): Promise<EventConnection | undefined> {
  const headers = { accept: 'text/event-stream', ...(state.lastId !== undefined && { 'last-event-id': state.lastId }) }
  try {
    const opened = await transport.open({ ...call, headers })
    state.hasAnswered = true
    if (!('refusal' in opened)) return opened
    if (isPassing(opened.refusal)) return undefined
    throw errorOf(call, opened.refusal)
  } catch (error) {
    if (call.signal?.aborted || (state.hasAnswered && isLost(error))) return undefined
    throw error
  }
}

const isPassing = ({ status }: ReplyText): boolean => status === 429 || status >= 500

const isLost = (error: unknown): boolean =>
  error instanceof SluiceConnectionError || error instanceof SluiceTimeoutError

type ByteReader = ReadableStreamDefaultReader<Uint8Array>

async function* readMessages(reader: ByteReader, call: Call, state: TailProgress): AsyncGenerator<EventSourceMessage> {
  const waiting: EventSourceMessage[] = []
  const parser = createParser({
    maxBufferSize: MOST_MESSAGE_CHARACTERS,
    onEvent: message => waiting.push(message),
    // That of a whole message, or a place alone, so that it can go on from there before anything has happened.
    onId(id) {
      state.lastId = id
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw unreadableMessage(call)
    },
  })
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await readInTime(reader)
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    yield* waiting.splice(0)
  }
}

async function readInTime(reader: ByteReader): ReturnType<ByteReader['read']> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE_MS)
  try {
    return await reader.read()
  } finally {
    clearTimeout(timer)
  }
}

/** @returns undefined for a word about the tail itself. @throws SluiceError, which does not quote what it can't read */
function readMessage<Name extends string, Data>(
  { event, id, data }: EventSourceMessage,
  state: TailProgress,
  call: Omit<Call, 'signal'>,
): TailUpdate<Name, Data> | undefined {
  if (event === 'end') {
    const { reason } = parseData<{ reason: string }>(data, call)
    state.isOver = reason === 'deleted'
    return undefined
  }
  const told = parseData<TailUpdate<Name, Data>>(`{"event":${JSON.stringify(event)},"data":${data}}`, call)
  return id === undefined ? told : Object.assign(told, { id })
}

/** @throws SluiceError */
function parseData<Told>(text: string, call: Omit<Call, 'signal'>): Told {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadableMessage(call)
  }
}

const unreadableMessage = (call: Omit<Call, 'signal'>): SluiceError =>
  errorOf(call, { status: 200, headers: new Headers(), text: '', isAfterLostAnswer: false })
