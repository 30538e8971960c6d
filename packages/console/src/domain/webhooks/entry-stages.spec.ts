import { describe, expect, it } from '@jest/globals'
import { entryStages } from './entry-stages.ts'

const delivered = {
  status: 'success' as const,
  summary: '',
  timestamp: { $date: 0 },
  incomingResponse: { statusCode: 201 },
  conditionEvaluation: { matched: true, explanation: { text: '', result: true, reason: '' } },
  transformation: null,
  outgoingRequest: { type: 'http' as const, url: 'https://feed.example/v2' },
  response: { statusCode: 204 },
  error: null,
}
const gates = (entry: Parameters<typeof entryStages>[0]) => entryStages(entry).map(({ gate }) => gate)
const refused = { stage: 'connect', code: 'CONNECTION_REFUSED', message: 'Connection refused' }

describe('how far an entry came', () => {
  it('is all the way where it was delivered', () => {
    expect(gates(delivered)).toEqual(['open', 'open', 'open', 'open', 'open'])
    expect(entryStages(delivered).map(({ says }) => says)).toEqual([
      'answered 201',
      'true',
      'none, the body as it is',
      'feed.example',
      '204',
    ])
  })

  it('is the condition where it was skipped', () => {
    const conditionEvaluation = {
      matched: false,
      explanation: { text: 'a', result: false, reason: 'a is false: the status is 403' } as const,
    }
    const skipped = {
      ...delivered,
      status: 'skipped' as const,
      conditionEvaluation,
      outgoingRequest: null,
      response: null,
    }
    expect(gates(skipped)).toEqual(['open', 'shut', 'dry', 'dry', 'dry'])
    expect(entryStages(skipped)[1]?.says).toBe('false: the status is 403')
  })

  it('is the answer where the target did not give one', () => {
    const failed = { ...delivered, status: 'failed' as const, response: null, error: refused }
    expect(gates(failed)).toEqual(['open', 'open', 'open', 'open', 'shut'])
    expect(entryStages(failed)[4]?.says).toBe('Connection refused')
  })

  it('is the template where that could not be rendered', () => {
    const error = { stage: 'template', code: 'TEMPLATE_FAILED', message: 'too long' }
    expect(gates({ ...delivered, status: 'failed', outgoingRequest: null, response: null, error })).toEqual([
      'open',
      'open',
      'shut',
      'dry',
      'dry',
    ])
  })

  it('is what is sent where it is pending', () => {
    const pending = { ...delivered, status: 'pending' as const, outgoingRequest: null, response: null }
    expect(gates(pending)).toEqual(['open', 'open', 'dry', 'dry', 'dry'])
  })
})
