import { describe, expect, it } from '@jest/globals'
import type { AskedAnswer, Hardship, Observations, SentRequest } from '../observations.ts'
import { START, sampleWorld } from '../testing/sample-world.ts'
import { judgeDamage } from './judge-damage.ts'
import { type IssueAttempt, judgeIssuing } from './judge-issuing.ts'
import { judgeOthers } from './judge-others.ts'
import { judgeRefusals } from './judge-refusals.ts'
import { judgeRevocation } from './judge-revocation.ts'

const asked = (changes: Partial<AskedAnswer> = {}): AskedAnswer => ({
  name: 'data',
  gateway: 0,
  startedAt: START + 1_000,
  endedAt: START + 1_100,
  answer: { status: 200, eventId: 'e' },
  ...changes,
})
const refused = { status: 503, eventId: 'e', saysWhen: true }
const hardship: Hardship = { from: START, to: START + 20_000, gateway: undefined, mayBreak: false }
const later = { startedAt: START + 30_000, endedAt: START + 30_010 }

describe('what is refused because of a fault', () => {
  const bars = { withinMs: 3_000, unknowable: [] }
  const world = (changes: Partial<Observations> = {}) => ({ ...sampleWorld([]), hardships: [hardship], ...changes })
  const found = (one: AskedAnswer, seen = world()) => judgeRefusals(seen, [one], bars).findings

  it('may be done or refused, in time', () => {
    expect(found(asked())).toEqual([])
    expect(found(asked({ answer: refused }))).toEqual([])
    expect(found(asked({ answer: refused, endedAt: START + 4_001 }))).toHaveLength(1)
  })

  it('is never a lie, a failure, or a 503 that does not say when', () => {
    for (const status of [401, 403, 404, 500, 502, 504]) {
      expect(found(asked({ answer: { status, eventId: 'e', saysWhen: true } }))).toHaveLength(1)
    }
    expect(found(asked({ answer: { ...refused, saysWhen: false } }))).toHaveLength(1)
  })

  it('is answered, unless connections may break, and then ends in time too', () => {
    const mayBreak = world({ hardships: [{ ...hardship, mayBreak: true }] })
    expect(found(asked({ answer: undefined }))).toHaveLength(1)
    expect(found(asked({ answer: undefined }), mayBreak)).toEqual([])
    expect(found(asked({ answer: undefined, endedAt: START + 4_001 }), mayBreak)).toHaveLength(1)
  })

  it('is refused during the fault and on its gateway alone', () => {
    expect(found(asked({ answer: refused, ...later }))).toHaveLength(1)
    expect(found(asked({ answer: refused }), world({ hardships: [{ ...hardship, gateway: 1 }] }))).toHaveLength(1)
    const outages = [{ from: START, to: START + 2_000, gateway: 0 }]
    expect(found(asked({ answer: undefined }), world({ hardships: [], outages }))).toEqual([])
  })

  it('is not let in by guess when nobody can know', () => {
    const unknowable = [{ from: START + 17_000, to: START + 18_000 }]
    const guessed = (one: AskedAnswer) => judgeRefusals(world(), [one], { ...bars, unknowable }).findings
    expect(guessed(asked())).toEqual([])
    const blind = asked({ startedAt: START + 17_100, endedAt: START + 17_200 })
    expect(guessed(blind)).toHaveLength(1)
    expect(guessed({ ...blind, answer: refused })).toEqual([])
    expect(guessed({ ...blind, endedAt: START + 18_100 })).toEqual([])
  })

  it('is no reason to turn the driver away, whose key lives and whose requests are permitted', () => {
    const [request] = sampleWorld([{ at: 0, gateway: 0, isAnswered: true, isEvent: true, targetStatus: 200 }]).sent
    const turnedAway = (status: number) => [{ ...(request as SentRequest), answer: { status, eventId: 'e0' } }]
    const judged = (status: number) => judgeRevocation(world({ sent: turnedAway(status) }), { revokedWithinMs: 1_000 })
    expect([200, 401, 403].map(status => judged(status).holds)).toEqual([true, false, false])
  })

  it('is judged of the requests of the driver too', () => {
    const driven = sampleWorld([{ at: 10, gateway: 0, isAnswered: true, isEvent: true, targetStatus: 200 }])
    const lied = driven.sent.map(request => ({ ...request, answer: { status: 401, eventId: 'e0' } }))
    expect(judgeRefusals({ ...driven, sent: lied, hardships: [hardship] }, [], bars).findings).toHaveLength(1)
  })
})

describe('those whom the fault is not about', () => {
  const calm = { from: START, to: START + 1_000 }
  const phase = { name: 'harm', from: START + 2_000, to: START + 3_000 }
  const during = (ms: number) => asked({ startedAt: START + 2_500, endedAt: START + 2_500 + ms })
  const found = (one: AskedAnswer) =>
    judgeOthers({ asked: [asked({ startedAt: START }), one], calm, phases: [phase], factor: 2 })

  it('are not slowed by more than the factor, nor refused', () => {
    const before = asked({ startedAt: START, endedAt: START + 100 })
    const judged = (one: AskedAnswer) =>
      judgeOthers({ asked: [before, one], calm, phases: [phase], factor: 2 }).findings
    expect(judged(during(200))).toEqual([])
    expect(judged(during(201))).toEqual(['data: p99 100 ms in the calm, 201 ms in "harm"'])
    expect(judged({ ...during(1), answer: refused })).toEqual(['data on gateway 1: 503'])
    expect(judged({ ...during(1), answer: undefined })).toHaveLength(1)
    expect(found(during(100)).figure).toContain('data p99')
  })
})

describe('keys while the store does badly', () => {
  const attempt: IssueAttempt = {
    name: 'k1',
    status: 201,
    keyId: 'id1',
    showsSecret: true,
    wasRevocationAsked: false,
    isRevoked: false,
    letInAfter: true,
  }
  const found = (changes: Partial<IssueAttempt>, ids: readonly string[]) =>
    judgeIssuing({ attempts: [{ ...attempt, ...changes }], listed: ids.map(id => ({ id, name: 'k1' })) }).findings

  it('are issued once, and are those that were acknowledged', () => {
    expect(found({}, ['id1'])).toEqual([])
    expect(found({}, ['id1', 'id2'])).toContain('k1 was issued 2 times')
    expect(found({}, ['id2'])).toContain('k1 is another key than the one acknowledged')
    expect(found({}, [])).toEqual(['k1 was acknowledged, and is not there'])
  })

  it('may be left behind by an issue that was not acknowledged, once and without their secret', () => {
    const failed = { status: 503, keyId: undefined, showsSecret: false, letInAfter: false }
    expect(found(failed, [])).toEqual([])
    expect(found(failed, ['id1'])).toEqual([])
    expect(found(failed, ['id1', 'id2'])).toHaveLength(1)
    expect(found({ ...failed, status: 400 }, [])).toEqual(['k1 was answered 400'])
    expect(found({ ...failed, showsSecret: true }, [])).toEqual(['k1 was answered 503, with a secret'])
  })

  it('are gone when their revocation was answered, and may be when it was not', () => {
    const revoked = { wasRevocationAsked: true, isRevoked: true, letInAfter: false }
    expect(found(revoked, [])).toEqual([])
    expect(found(revoked, ['id1'])).toHaveLength(1)
    expect(found({ ...revoked, letInAfter: true }, [])).toHaveLength(1)
    const doubtful = { ...revoked, isRevoked: false }
    expect(found(doubtful, [])).toEqual([])
    expect(found(doubtful, ['id1'])).toEqual([])
  })
})

describe('damaged records', () => {
  it('are counted and set aside, each of them and nothing else', () => {
    expect(judgeDamage({ records: 2, counted: 2, setAside: 2 }).findings).toEqual([])
    expect(judgeDamage({ records: 2, counted: 1, setAside: 2 }).findings).toHaveLength(1)
    expect(judgeDamage({ records: 2, counted: 2, setAside: 3 }).findings).toHaveLength(1)
  })
})
