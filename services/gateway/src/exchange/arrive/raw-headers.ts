import type { Dispatcher } from 'undici'
import { lowerCased, valueIn } from '../../domain/request-headers.ts'

/** The headers of a service's answer, as they were on the wire: names in lower case and values in turn. */
export function readRawHeaders(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  const flat: string[] = []
  if (!Array.isArray(raw)) return flat
  for (let at = 0; at + 1 < raw.length; at += 2) flat.push(lowerCased(textOf(raw[at])), textOf(raw[at + 1]))
  return flat
}

const textOf = (raw: Buffer | string | undefined) => (typeof raw === 'string' ? raw : (raw?.toString('latin1') ?? ''))

/** In bytes; undefined where the answer ends with itself. */
export function contentLength(flat: readonly string[]): number | undefined {
  const value = valueIn(flat, 'content-length')
  return value === undefined ? undefined : Number(value)
}

export const isEventStream = (flat: readonly string[]): boolean =>
  valueIn(flat, 'content-type')?.startsWith('text/event-stream') === true
