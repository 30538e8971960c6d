import { describe, expect, it } from '@jest/globals'
import { type Execution, judgeOutcomes, type WebhookExecutions } from './judge-outcomes.ts'

const execution = (eventId: string, changes: Partial<Execution> = {}): Execution => ({
  eventId,
  deliveryId: `d-${eventId}`,
  status: 'failed',
  durationMs: 1_000,
  summary: 'The target did not answer in full within 1000 ms.',
  error: { stage: 'request', code: 'TIMEOUT' },
  response: undefined,
  ...changes,
})
const hangs = (changes: Partial<WebhookExecutions> = {}): WebhookExecutions => ({
  name: 'hangs',
  events: ['e1', 'e2'],
  outcome: { status: 'failed', stage: 'request', code: 'TIMEOUT' },
  withinMs: 1_500,
  executions: [execution('e1'), execution('e2')],
  asked: {
    requests: new Map([
      ['d-e1', 1],
      ['d-e2', 1],
    ]),
    times: 1,
  },
  ...changes,
})
const found = (changes: Partial<WebhookExecutions> = {}) => judgeOutcomes([hangs(changes)]).findings
/** The second of the two is another. */
const withSecond = (changes: Partial<Execution>) => found({ executions: [execution('e1'), execution('e2', changes)] })

describe('the executions of one target', () => {
  it('are as they have to be', () => {
    expect(found()).toEqual([])
    expect(judgeOutcomes([hangs()]).figure).toBe('2 executions of 1 kinds, within 1000 ms')
  })

  it('are one for each event: none lost, none doubled, none invented', () => {
    expect(found({ executions: [execution('e1')], asked: undefined })).toEqual([
      'hangs: event e2 has 0 entries instead of one',
    ])
    const doubled = [execution('e1'), execution('e2'), execution('e2', { deliveryId: 'other' })]
    expect(found({ executions: doubled, asked: undefined })).toEqual(['hangs: event e2 has 2 entries instead of one'])
    const invented = [execution('e1'), execution('e2'), execution('e3')]
    expect(found({ executions: invented, asked: undefined })).toEqual([
      'hangs: has an entry of the event e3, which it does not match',
    ])
  })

  it('end in time: a late one is named', () => {
    expect(withSecond({ durationMs: 1_500 })).toEqual([])
    expect(withSecond({ durationMs: 1_501 })).toEqual(['hangs: event e2 took 1501 ms, more than 1500'])
  })

  it('asked their target as often as their policy says', () => {
    const asked = (times: number) => ({
      requests: new Map([
        ['d-e1', 3],
        ['d-e2', times],
      ]),
      times: 3,
    })
    expect(found({ asked: asked(3) })).toEqual([])
    expect(found({ asked: asked(2) })).toEqual(['hangs: asked 2 times about d-e2 instead of 3'])
  })

  it('say what happened: another status, stage, code or answer is named', () => {
    const error = { stage: 'request', code: 'TIMEOUT' }
    const told: Partial<Execution>[] = [
      { status: 'success' },
      { status: 'pending' },
      { error: undefined },
      { error: { ...error, stage: 'connect' } },
      { error: { ...error, code: 'SEND_FAILED' } },
      { response: { statusCode: 200, isCut: false } },
    ]
    for (const one of told) expect(withSecond(one)).toHaveLength(1)
    expect(withSecond({ error: { ...error, stage: 'connect' } })).toEqual([
      'hangs: event e2 ended as failed connect/TIMEOUT (The target did not answer in full within 1000 ms.) instead of failed request/TIMEOUT',
    ])
  })

  it('say it in the words that are asked for, and whether an answer was cut', () => {
    const answered = (isCut: boolean) => execution('e1', { response: { statusCode: 200, isCut } })
    const outcome = { ...hangs().outcome, statusCode: 200, says: '1000 ms' }
    const judged = (isCut: boolean, changes: Partial<WebhookExecutions['outcome']>) =>
      found({ events: ['e1'], executions: [answered(isCut)], outcome: { ...outcome, ...changes }, asked: undefined })
    expect(judged(false, {})).toEqual([])
    expect(judged(true, {})).toHaveLength(1)
    expect(judged(true, { isCut: true })).toEqual([])
    expect(judged(false, { says: 'CERT_HAS_EXPIRED' })).toHaveLength(1)
  })

  it('ask their target once each, or not at all where it is not trusted', () => {
    const asked = (times: 0 | 1, ...requests: [string, number][]) =>
      found({ asked: { requests: new Map(requests), times } })
    expect(asked(1, ['d-e1', 1])).toEqual(['hangs: asked 0 times about d-e2 instead of 1'])
    expect(asked(1, ['d-e1', 1], ['d-e2', 2])).toEqual(['hangs: asked 2 times about d-e2 instead of 1'])
    expect(asked(1, ['d-e1', 1], ['d-e2', 1], ['d-x', 1])).toEqual(['hangs: asked 1 times about d-x instead of 0'])
    expect(asked(0)).toEqual([])
    expect(asked(0, ['d-e1', 1])).toHaveLength(1)
  })
})
