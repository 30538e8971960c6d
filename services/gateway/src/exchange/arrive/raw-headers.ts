import type { HeaderList } from '@sluice/contracts'
import type { Dispatcher } from 'undici'

/** The headers of a service's answer, as they were on the wire. */
export function readRawHeaders(raw: Dispatcher.DispatchController['rawHeaders']): HeaderList {
  const list: HeaderList = []
  if (!Array.isArray(raw)) return list
  for (let at = 0; at + 1 < raw.length; at += 2) list.push([textOf(raw[at]).toLowerCase(), textOf(raw[at + 1])])
  return list
}

const textOf = (raw: Buffer | string | undefined) => (typeof raw === 'string' ? raw : (raw?.toString('latin1') ?? ''))

/** In bytes; undefined where the answer ends with itself. */
export function contentLength(headers: HeaderList): number | undefined {
  const value = headers.find(([name]) => name === 'content-length')?.[1]
  return value === undefined ? undefined : Number(value)
}

export const isEventStream = (headers: HeaderList): boolean =>
  headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/event-stream'))
