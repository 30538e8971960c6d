import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { judge } from './judge.ts'
import type { Bars, Delivery, LogRow, Observations } from './observations.ts'
import { BARS, type SampleRequest, START, sampleWorld } from './testing/sample-world.ts'

const answered: SampleRequest = { at: 0, gateway: 0, isAnswered: true, isEvent: true, targetStatus: 200 }
const requests = [answered, { ...answered, at: 100, targetStatus: 500 as const }]
const world = (changes: Partial<Observations> = {}): Observations => ({ ...sampleWorld(requests), ...changes })

/** The letters of the promises that the oracle calls broken. */
const broken = (seen: Observations, bars: Bars = BARS) =>
  judge(seen, bars)
    .filter(({ holds }) => !holds)
    .map(({ letter }) => letter)
const findings = (seen: Observations, bars: Bars = BARS) => judge(seen, bars).flatMap(verdict => verdict.findings)

const deliveries = () => [...world().deliveries]
const first = (): Delivery => {
  const [delivery] = deliveries()
  if (!delivery) throw new Error('the sample world has deliveries')
  return delivery
}
const again = (delivery: Delivery, afterMs: number): Delivery => ({
  ...delivery,
  receivedAt: delivery.receivedAt + afterMs,
  answeredAt: delivery.answeredAt + afterMs,
})

describe('the oracle', () => {
  it('finds nothing where every promise was kept', () => {
    expect(broken(world())).toEqual([])
    expect(judge(world(), BARS).map(({ letter }) => letter)).toEqual(['L', 'D', 'A', 'R', 'G', 'X'])
  })

  it('says so when nothing was sent, and does not fail', () => {
    expect(broken(sampleWorld([]))).toEqual([])
  })

  it('shows the first ten findings and how many more there are', () => {
    const many = Array.from({ length: 30 }, () => answered)
    const [loss] = judge({ ...sampleWorld(many), deliveries: [] }, BARS)
    expect(loss?.findings).toHaveLength(11)
    expect(loss?.findings.at(-1)).toBe('and 50 more')
  })
})

describe('L', () => {
  it('names a delivery that never came', () => {
    const seen = world({ deliveries: deliveries().slice(1) })
    expect(broken(seen)).toContain('L')
    expect(findings(seen)).toContain('event e0 (t0) never reached the target of webhook fires-1')
  })

  it('names a write that was acknowledged and is not there', () => {
    expect(broken(world({ stored: new Set(['t0']) }))).toEqual(['L'])
  })

  it('holds a request without an answer to it as soon as one target was told', () => {
    const seen = sampleWorld([{ ...answered, isAnswered: false }])
    expect(broken(seen)).toEqual([])
    expect(broken({ ...seen, deliveries: seen.deliveries.slice(1) })).toContain('L')
  })

  it('expects nothing of a request that was shed, or that never arrived', () => {
    const seen = sampleWorld([{ ...answered, isAnswered: false, isEvent: false }])
    expect(broken(seen)).toEqual([])
    const shed = seen.sent.map(request => ({ ...request, answer: { status: 503, eventId: 'shed' } }))
    expect(broken({ ...seen, sent: shed })).toEqual([])
  })
})

describe('D', () => {
  it('names a delivery that came twice without a crash', () => {
    expect(broken(world({ deliveries: [...deliveries(), again(first(), 50)] }))).toEqual(['D'])
  })

  it('excuses what a crash found in flight', () => {
    const { receivedAt } = first()
    const crashes = [{ from: receivedAt + 2, to: receivedAt + 500 }]
    expect(broken(world({ crashes, deliveries: [...deliveries(), again(first(), 900)] }))).toEqual([])
  })

  it('excuses neither what had ended long before the crash, nor what came again before it', () => {
    const { receivedAt } = first()
    const late = { crashes: [{ from: receivedAt + 5_000, to: receivedAt + 6_000 }] }
    expect(broken(world({ ...late, deliveries: [...deliveries(), again(first(), 9_000)] }))).toEqual(['D'])
    const early = { crashes: [{ from: receivedAt + 500, to: receivedAt + 600 }] }
    expect(broken(world({ ...early, deliveries: [...deliveries(), again(first(), 100)] }))).toEqual(['D'])
  })

  it('names a repetition with another id, even where a crash explains it', () => {
    const { receivedAt } = first()
    const crashes = [{ from: receivedAt, to: receivedAt + 500 }]
    const other = { ...again(first(), 900), deliveryId: 'another' }
    expect(findings(world({ crashes, deliveries: [...deliveries(), other] }))).toEqual([
      'event e0 came to webhook fires-1 as e0/fires-1 and as another',
    ])
  })

  it('names a delivery of a request that nobody sent', () => {
    const invented = { ...first(), tag: 'nobody', eventId: 'e99' }
    expect(findings(world({ deliveries: [...deliveries(), invented] }))).toEqual([
      'a target was told of nobody, which nobody sent',
    ])
  })

  it('names a delivery of a webhook that does not match', () => {
    expect(broken(world({ deliveries: [...deliveries(), { ...first(), webhookId: 'silent' }] }))).toContain('D')
  })

  it('names a second event of one request, answered or not', () => {
    const second = { ...first(), eventId: 'e0-again', deliveryId: 'other' }
    expect(broken(world({ deliveries: [...deliveries(), second] }))).toContain('D')
    const unanswered = sampleWorld([{ ...answered, isAnswered: false }])
    const twice = [...unanswered.deliveries, { ...second, receivedAt: START + 900, answeredAt: START + 905 }]
    expect(broken({ ...unanswered, deliveries: twice })).toContain('D')
  })
})

describe('A', () => {
  const withAnswer = (status: number | undefined) =>
    world({
      sent: world().sent.map((request, index) =>
        index === 0 ? { ...request, answer: status ? { status, eventId: 'e0' } : undefined } : request,
      ),
    })

  it('counts a 5xx and a broken connection as failed, a 4xx as served', () => {
    expect(broken(withAnswer(500))).toContain('A')
    expect(broken(withAnswer(undefined))).toContain('A')
    expect(broken(withAnswer(404))).toEqual([])
  })

  it('lets the share of the row pass', () => {
    expect(broken(withAnswer(undefined), { ...BARS, availability: 0.5 })).toEqual([])
  })

  it('excuses what ran into a gateway without a process, on that gateway alone', () => {
    const outage = { from: START - 10, to: START + 1 }
    expect(broken({ ...withAnswer(undefined), outages: [{ ...outage, gateway: 0 }] })).toEqual([])
    expect(broken({ ...withAnswer(undefined), outages: [{ ...outage, gateway: 1 }] })).toEqual(['A'])
  })

  it('compares the p99 during the fault with the one before it, where the row promises one', () => {
    const fault = { from: START + 50, to: START + 200 }
    const slow = world({
      fault,
      sent: world().sent.map((request, index) => ({ ...request, endedAt: request.startedAt + (index === 0 ? 5 : 90) })),
    })
    expect(broken(slow)).toEqual([])
    expect(broken(slow, { ...BARS, p99Factor: 1.1 })).toEqual(['A'])
  })
})

describe('R', () => {
  const key = { keyId: 'k', gateway: 1, revokedAt: START, lastLetInAt: START + 6_000, liesTold: 0 }

  it('holds up to the limit of the row, and names a later acceptance', () => {
    expect(broken(world({ keys: [key] }))).toEqual([])
    expect(findings(world({ keys: [{ ...key, lastLetInAt: START + 6_001 }] }))).toEqual([
      'gateway 2 let key k in 6001 ms after its revocation',
    ])
  })

  it('expects nothing of a revocation that was never answered', () => {
    expect(broken(world({ keys: [{ ...key, revokedAt: undefined, lastLetInAt: START + 60_000 }] }))).toEqual([])
  })

  it('names a gateway that called a live key invalid', () => {
    expect(broken(world({ keys: [{ ...key, liesTold: 2 }] }))).toEqual(['R'])
  })
})

describe('G', () => {
  const log = () => [...world().log]
  const change = (pick: (row: LogRow) => boolean, status: LogRow['status']) =>
    world({ log: log().map(row => (pick(row) ? { ...row, status } : row)) })

  it('names an entry too many, and one too few', () => {
    const [row] = log()
    expect(broken(world({ log: [...log(), { ...(row as LogRow), entryId: 'extra' }] }))).toEqual(['G'])
    expect(broken(world({ log: log().slice(1) }))).toEqual(['G'])
  })

  it('names a skipped entry that is missing', () => {
    expect(broken(world({ log: log().filter(({ webhookId }) => webhookId !== 'silent') }))).toEqual(['G'])
  })

  it('names a failure that was a success, and the other way round', () => {
    expect(broken(change(row => row.eventId === 'e0' && row.status === 'success', 'failed'))).toEqual(['G'])
    expect(broken(change(row => row.eventId === 'e1' && row.status === 'failed', 'success'))).toEqual(['G'])
  })

  it('names an execution that never ended', () => {
    expect(broken(change(row => row.eventId === 'e0' && row.webhookId === 'fires-1', 'pending'))).toEqual(['G'])
  })

  it('names a success of an event that no target was told of', () => {
    const row: LogRow = { entryId: 'x', webhookId: 'fires-1', eventId: 'unknown', status: 'success' }
    expect(broken(world({ log: [...log(), row] }))).toEqual(['G'])
  })

  it('lets the skipped entries of other requests be', () => {
    const row: LogRow = { entryId: 'x', webhookId: 'fires-1', eventId: 'of the prober', status: 'skipped' }
    expect(broken(world({ log: [...log(), row] }))).toEqual([])
  })
})

describe('X', () => {
  const process = { name: 'data', complaints: [], diedAlone: false, resources: undefined }
  const mega = 1024 ** 2

  it('names a process that complained or ended by itself', () => {
    expect(broken(world({ processes: [{ ...process, complaints: ['UnhandledPromiseRejection'] }] }))).toEqual(['X'])
    expect(broken(world({ processes: [{ ...process, diedAlone: true }] }))).toEqual(['X'])
  })

  it('names descriptors and memory that did not come back', () => {
    const before = { descriptors: 40, residentBytes: 100 * mega }
    const seen = (after: typeof before) => world({ processes: [{ ...process, resources: { before, after } }] })
    expect(broken(seen({ descriptors: 50, residentBytes: 120 * mega }))).toEqual([])
    expect(broken(seen({ descriptors: 80, residentBytes: 100 * mega }))).toEqual(['X'])
    expect(broken(seen({ descriptors: 40, residentBytes: 200 * mega }))).toEqual(['X'])
  })
})

const anyRequest = fc.record<SampleRequest>({
  at: fc.integer({ min: 0, max: 60_000 }),
  gateway: fc.integer({ min: 0, max: 1 }),
  isAnswered: fc.boolean(),
  isEvent: fc.boolean(),
  targetStatus: fc.constantFrom<200 | 500>(200, 500),
})
const anyWorld = fc.array(anyRequest, { minLength: 1, maxLength: 30 }).map(sampleWorld)

describe('of any run', () => {
  it('a truthful one passes', () => {
    fc.assert(fc.property(anyWorld, seen => broken(seen).length === 0))
  })

  it('one entry more or less is found, wherever it is', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(), fc.boolean(), (seen, place, isMore) => {
        fc.pre(seen.log.length > 0)
        const at = place % seen.log.length
        const row = seen.log[at] as LogRow
        const log = isMore ? [...seen.log, { ...row, entryId: 'extra' }] : seen.log.toSpliced(at, 1)
        return broken({ ...seen, log }).includes('G')
      }),
    )
  })

  it('one delivery lost, doubled or invented is found, wherever it is', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(), fc.constantFrom('lose', 'double', 'invent'), (seen, place, what) => {
        fc.pre(seen.deliveries.length > 0)
        const at = place % seen.deliveries.length
        const delivery = seen.deliveries[at] as Delivery
        const others = {
          lose: seen.deliveries.toSpliced(at, 1),
          double: [...seen.deliveries, again(delivery, 10)],
          invent: [...seen.deliveries, { ...delivery, tag: 'nobody', eventId: 'e-invented' }],
        }
        return broken({ ...seen, deliveries: others[what as keyof typeof others] }).includes(
          what === 'lose' ? 'L' : 'D',
        )
      }),
    )
  })

  it('the order in which it was written down changes nothing', () => {
    const reversed = (seen: Observations): Observations => ({
      ...seen,
      sent: seen.sent.toReversed(),
      deliveries: seen.deliveries.toReversed(),
      log: seen.log.toReversed(),
    })
    fc.assert(fc.property(anyWorld, seen => broken(reversed(seen)).length === 0))
  })
})
