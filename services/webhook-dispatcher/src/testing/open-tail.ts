import { request as httpRequest } from 'node:http'
import type { ListenAddress, SignedGrant } from '@sluice/service-kit'

/** What a reader of a tail has got so far. */
export type ReadTail = {
  status: () => number
  type: () => string
  text: () => string
  /** Events, by their name, with their data. */
  messages(): { id: string | undefined; event: string; data: unknown }[]
  isEnded: () => boolean
  leave(): void
}

type Tail = {
  address: ListenAddress
  target: string
  grant: Partial<SignedGrant>
  lastId?: string | undefined
  /** Sent as JSON by POST; without one it is a GET. */
  body?: object | undefined
}

/** Opens a stream and gathers what comes. */
export function openTail({ address, target, grant, lastId, body }: Tail): ReadTail {
  const state = { status: 0, type: '', text: '', isEnded: false }
  const method = body ? 'POST' : 'GET'
  const headers = { ...grant, ...(lastId ? { 'last-event-id': lastId } : {}) }
  const outgoing = httpRequest({ ...address, method, path: target, headers }, answer => {
    state.status = answer.statusCode ?? 0
    state.type = answer.headers['content-type'] ?? ''
    answer.setEncoding('utf8').on('data', (piece: string) => {
      state.text += piece
    })
    answer.once('close', () => {
      state.isEnded = true
    })
    answer.on('error', () => {})
  })
  outgoing.on('error', () => {})
  outgoing.end(body && JSON.stringify(body))
  return {
    status: () => state.status,
    type: () => state.type,
    text: () => state.text,
    messages: () => readMessages(state.text),
    isEnded: () => state.isEnded,
    leave: () => void outgoing.destroy(),
  }
}

function readMessages(text: string) {
  const blocks = text.split('\n\n').slice(0, -1)
  return blocks
    .map(block => Object.fromEntries(block.split('\n').map(line => splitField(line))))
    .filter(fields => typeof fields.event === 'string')
    .map(({ id, event = '', data = 'null' }) => ({ id, event, data: readJson(data) }))
}

function splitField(line: string): [string, string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}

const readJson = (text: string): unknown => JSON.parse(text)
