import { describe, expect, it } from '@jest/globals'
import { toExecutionRow } from '../../domain/execution/execution.ts'
import type { PlannedRequest } from '../../domain/request/plan-delivery.ts'
import { chainHeaders } from '../../domain/webhook/own-target.ts'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { sampleVersion } from '../../testing/sample-version.ts'
import { createTemplateCache } from '../template-cache.ts'
import { httpChannel } from './http-channel.ts'

const { webhook } = sampleVersion

describe('a delivery whose process ends', () => {
  it('is not begun when the answer whether it may comes after the end, as the next process may have it by then', async () => {
    if (webhook.type !== 'http') throw new RangeError('The sample is of another type.')
    const sent: PlannedRequest[] = []
    const ending = new AbortController()
    const channelOf = httpChannel({
      sender: {
        async send(request) {
          sent.push(request)
          return { kind: 'answered', statusCode: 204, headers: [], body: new Uint8Array(), isCut: false, durationMs: 1 }
        },
        close: async () => {},
      },
      live: { get: () => webhook },
      chainHeaders: chainHeaders(
        () => undefined,
        () => [],
      ),
      templateOf: createTemplateCache(),
      open: [],
      now: () => new Date(),
      ending: ending.signal,
    })
    const row = toExecutionRow(sampleExchange(), sampleVersion, { by: 'it', until: 0 })
    const begin = async () => {
      ending.abort()
      return true
    }
    const lease = { begin, isHeld: begin, unbegin() {} }
    const body = { text: '{}', isJson: true }
    const sending = { row, attempt: 1, lease, chain: [], isUncertain: false }
    expect(await channelOf(webhook).attempt(sending, body)).toEqual({ kind: 'unsure' })
    expect(sent).toEqual([])
  })
})
