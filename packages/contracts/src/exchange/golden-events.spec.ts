import { describe, expect, it } from '@jest/globals'
import { goldenVersions, readGoldenJson } from '@sluice/testkit/golden'
import { z } from 'zod'
import { decodeExchange, exchangeCompleted } from '../index.ts'

const records = z.array(
  z.object({
    key: z.string(),
    value: z.base64().transform(text => Buffer.from(text, 'base64')),
    headers: z.record(z.string(), z.string()),
  }),
)
const at = Date.parse('2026-11-20T12:00:00Z')
const eventOf = (number: number) => ({
  schemaVersion: 1,
  id: `01a1f8d3-ea00-7000-8000-00000000000${number}`,
  service: { id: 'golden' },
  at,
  durationMs: 12.5,
  outcome: 'completed',
  aborted: false,
  webhooksSequence: 1,
  chain: ['webhook-before'],
  principal: { id: 'ann', roles: ['reader'], via: 'key' },
  request: {
    method: 'POST',
    path: '/orders/ä',
    query: 'page=2',
    headers: [
      ['content-type', 'application/json'],
      ['accept', 'a/b'],
      ['accept', 'c/d'],
    ],
    remoteAddress: '192.0.2.7',
    secure: true,
    needsCredentials: true,
    body: { state: 'captured', length: 26, truncated: false },
  },
  response: {
    statusCode: 201,
    headers: [['content-type', 'image/png']],
    body: { state: 'none', length: 0, truncated: false },
  },
})

describe.each(goldenVersions())('events that version %s has sent', version => {
  const [first, second, image] = readGoldenJson(records, version, 'bus.json')

  it('are read with every field, and their bodies byte for byte', () => {
    for (const [number, record] of [first, second].entries()) {
      expect(decodeExchange(record!.value)).toEqual({
        kind: 'event',
        exchange: {
          event: eventOf(number + 1),
          requestBody: Buffer.from('{"item":"Käse","count":2}'),
          responseBody: Buffer.alloc(0),
        },
      })
    }
  })

  it('are read with a body that is no text', () => {
    expect(decodeExchange(image!.value)).toMatchObject({
      kind: 'event',
      exchange: {
        event: { request: { path: '/image' }, response: { statusCode: 200, body: { state: 'captured', length: 6 } } },
        responseBody: Buffer.from('89504e4700ff', 'hex'),
      },
    })
  })

  it('have the headers that readers look at', () => {
    const traceparent = `00-${'4b'.repeat(16)}-${'a1'.repeat(8)}-01`
    const headers = { traceparent, 'event-type': exchangeCompleted.name, 'schema-version': '1' }
    expect(first!.headers).toEqual({ ...headers, 'event-id': first!.key })
    // Said of an event that may have been sent before, by the version that told so.
    const again = version === '0.1.0' && { again: '1' }
    expect(image!.headers).toEqual({ ...headers, 'event-id': image!.key, ...again })
  })
})
