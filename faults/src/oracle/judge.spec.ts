import { describe, expect, it } from '@jest/globals'
import { judge } from './judge.ts'
import type { LogRow, Observations, PromisedBars, ReceivedAnswer, TargetDelivery } from './observations.ts'
import { again, BARS, type SampleRequest, START, sampleWorld } from './testing/sample-world.ts'

const answered: SampleRequest = { at: 0, gateway: 0, isAnswered: true, isEvent: true, targetStatus: 200 }
const requests = [answered, { ...answered, at: 100, targetStatus: 500 as const }]
const world = (changes: Partial<Observations> = {}): Observations => ({ ...sampleWorld(requests), ...changes })

/** The letters of the promises that the oracle calls broken. */
const broken = (seen: Observations, bars: PromisedBars = BARS) =>
  judge(seen, bars)
    .filter(({ holds }) => !holds)
    .map(({ letter }) => letter)
const findings = (seen: Observations, bars: PromisedBars = BARS) =>
  judge(seen, bars).flatMap(verdict => verdict.findings)

const deliveries = () => [...world().deliveries]
const first = (): TargetDelivery => {
  const [delivery] = deliveries()
  if (!delivery) throw new Error('the sample world has deliveries')
  return delivery
}

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

/** The second of the two requests is known to nobody but the driver. */
const withoutSecond = (changes: Partial<Observations> = {}) =>
  world({
    deliveries: deliveries().filter(({ eventId }) => eventId !== 'e1'),
    log: world().log.filter(({ eventId }) => eventId !== 'e1'),
    ...changes,
  })

describe('events whose record the rig has damaged', () => {
  it('may be gone, but not in part', () => {
    const ruined = new Set(['e1'])
    expect(broken(withoutSecond())).toEqual(['L', 'G'])
    expect(broken(withoutSecond({ ruined }))).toEqual([])
    const [, , , other] = deliveries()
    expect(
      broken(withoutSecond({ ruined, deliveries: [...withoutSecond().deliveries, other as TargetDelivery] })),
    ).toEqual(['L', 'G'])
    expect(broken(world({ ruined }))).toEqual([])
  })
})

describe('events given up', () => {
  it('are excused, of L and of G, where they are allowed and counted', () => {
    expect(broken(withoutSecond())).toEqual(['L', 'G'])
    expect(broken(withoutSecond({ shed: 1 }))).toEqual([])
  })

  it('are counted to the last one: one more or one less is named', () => {
    expect(broken(withoutSecond({ shed: 0 }))).toEqual(['L'])
    expect(findings(withoutSecond({ shed: 2 }))).toEqual([
      'events of 1 requests reached nobody, and 2 were counted as given up',
    ])
    expect(broken(world({ shed: 1 }))).toEqual(['L'])
    expect(broken(world({ shed: 0 }))).toEqual([])
  })

  it('are also those of the requests aside, of which only the log tells', () => {
    const aside = [{ status: 200, eventId: 'of the prober' }]
    expect(broken(withoutSecond({ shed: 2, aside }))).toEqual([])
    const told: LogRow = { entryId: 'x', webhookId: 'silent', eventId: 'of the prober', status: 'skipped' }
    expect(broken(withoutSecond({ shed: 2, aside, log: [...withoutSecond().log, told] }))).toEqual(['L'])
    expect(broken(withoutSecond({ shed: 1, aside, log: [...withoutSecond().log, told] }))).toEqual([])
  })

  it('may be of a request without an answer, or not', () => {
    for (const unsure of [undefined, { status: 503, eventId: 'refused' }]) {
      const aside = [unsure]
      expect([0, 1, 2, 3].map(shed => broken(withoutSecond({ shed, aside })).length)).toEqual([1, 0, 0, 1])
    }
  })

  it('are given up as a whole: what reached one target or one log has to reach them all', () => {
    const [, , , other] = deliveries()
    expect(
      broken(withoutSecond({ shed: 0, deliveries: [...withoutSecond().deliveries, other as TargetDelivery] })),
    ).toEqual(['L', 'G'])
    expect(broken(world({ shed: 0, deliveries: deliveries().slice(0, 2) }))).toEqual(['L'])
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

  it('does not excuse what the crash came over while nothing of it was on its way', () => {
    const { receivedAt } = first()
    const crash = { from: receivedAt + 2, to: receivedAt + 500 }
    const twice = [...deliveries(), again(first(), 900)]
    for (const spared of ['e0', 'e0/fires-1']) {
      expect(broken(world({ crashes: [{ ...crash, spared }], deliveries: twice }))).toEqual(['D'])
    }
    for (const spared of ['e1', 'e0/fires-2']) {
      expect(broken(world({ crashes: [{ ...crash, spared }], deliveries: twice }))).toEqual([])
    }
    expect(broken(world({ crashes: [{ ...crash, spared: 'e0' }, crash], deliveries: twice }))).toEqual([])
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
  const withAnswer = (status: number | undefined, more: Partial<ReceivedAnswer> = {}) =>
    world({
      sent: world().sent.map((request, index) =>
        index === 0 ? { ...request, answer: status ? { status, eventId: 'e0', ...more } : undefined } : request,
      ),
    })

  it('counts a 5xx and a broken connection as failed, a 4xx as served', () => {
    expect(broken(withAnswer(500))).toContain('A')
    expect(broken(withAnswer(undefined))).toContain('A')
    expect(broken(withAnswer(404))).toEqual([])
  })

  it('repeats what a 5xx says of its reason', () => {
    const seen = withAnswer(503, { detail: 'Too busy.' })
    expect(findings(seen)).toContainEqual(expect.stringContaining(': 503 (Too busy.) after '))
  })

  it('lets the share of the row pass', () => {
    expect(broken(withAnswer(undefined), { ...BARS, availability: 0.5 })).toEqual([])
  })

  it('excuses what ran into a gateway without a process, on that gateway alone', () => {
    const outage = { from: START - 10, to: START + 1 }
    expect(broken({ ...withAnswer(undefined), outages: [{ ...outage, gateway: 0 }] })).toEqual([])
    expect(broken({ ...withAnswer(undefined), outages: [{ ...outage, gateway: 1 }] })).toEqual(['A'])
  })

  describe('a refusal for want of room', () => {
    const refused = withAnswer(503, { refusal: 'no-room' })
    const full = { from: START - 10, to: START + 1 }
    // What it asked for never became an event.
    const seen = (changes: Partial<Observations>) => {
      const isOther = ({ eventId }: { eventId: string }) => eventId !== 'e0'
      const { deliveries: all, log } = refused
      return { ...refused, deliveries: all.filter(isOther), log: log.filter(isOther), ...changes }
    }

    it('is excused while the spool of that gateway is full', () => {
      expect(broken(seen({ fullSpools: [{ ...full, gateway: 0 }] }))).toEqual([])
    })

    it('is a failure where the spool has room, and every other 503 is one where it has none', () => {
      expect(broken(seen({}))).toEqual(['A'])
      expect(broken(seen({ fullSpools: [{ ...full, gateway: 1 }] }))).toEqual(['A'])
      expect(broken(seen({ fullSpools: [{ from: START + 100, to: START + 200, gateway: 0 }] }))).toEqual(['A'])
      expect(broken(seen({ sent: withAnswer(503).sent, fullSpools: [{ ...full, gateway: 0 }] }))).toEqual(['A'])
    })
  })

  it('excuses a 503 while the fault may cause one, and an answer that never came where that may break', () => {
    const hardship = { from: START - 10, to: START + 1, gateway: 0, mayBreak: false }
    const judged = (status: number | undefined, changes: object = {}) =>
      broken({ ...withAnswer(status), hardships: [{ ...hardship, ...changes }] })
    expect(judged(503)).toEqual([])
    expect(judged(503, { gateway: undefined })).toEqual([])
    expect(judged(503, { gateway: 1 })).toEqual(['A'])
    expect(judged(502)).toEqual(['A'])
    expect(judged(undefined)).toEqual(['A'])
    expect(judged(undefined, { mayBreak: true })).toEqual([])
    expect(judged(502, { isServiceGone: true })).toEqual([])
    expect(judged(500, { isServiceGone: true })).toEqual(['A'])
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

  it('says in which part of the fault the worst one was', () => {
    const phases = [
      { name: 'killed', from: START - 20, to: START - 10 },
      { name: 'frozen', from: START - 5, to: START + 5 },
    ]
    const late = { ...key, lastLetInAt: START + 6_001 }
    expect(findings(world({ phases, keys: [late] }))).toEqual([
      'gateway 2 let key k in 6001 ms after its revocation (frozen)',
    ])
    const figure = (keys: Observations['keys']) => judge(world({ phases, keys }), BARS)[3]?.figure
    expect(figure([key, late])).toBe('worst 6001 ms after its revocation (frozen) of 1 keys')
    expect(figure([{ ...late, revokedAt: START + 6 }])).toMatch(/between the phases/)
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
    const before = { descriptors: 40, liveBytes: 50 * mega, residentBytes: 100 * mega }
    const seen = (after: typeof before) => world({ processes: [{ ...process, resources: { before, after } }] })
    expect(broken(seen({ descriptors: 50, liveBytes: 60 * mega, residentBytes: 120 * mega }))).toEqual([])
    expect(broken(seen({ ...before, descriptors: 80 }))).toEqual(['X'])
    expect(broken(seen({ ...before, liveBytes: 70 * mega }))).toEqual(['X'])
    expect(broken(seen({ ...before, residentBytes: 200 * mega }))).toEqual(['X'])
  })
})
