import type { AskedAnswer, Hardship, Observations, ReceivedAnswer, Span } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

export type RefusalBars = {
  /** How long a request may take during a hardship, whatever comes of it. */
  withinMs: number
  /** When nobody could know what is true: who was let in all the same was let in by guess. */
  unknowable: readonly Span[]
}

const REFUSED = 503

/**
 * What is refused because of a fault is refused in time, as it should be (503 with `Retry-After`), never by a lie and
 * never after it; and nobody is let in by guess (G6).
 */
export function judgeRefusals(seen: Observations, asked: readonly AskedAnswer[], bars: RefusalBars): PromiseVerdict {
  const driven: AskedAnswer[] = seen.sent.map(({ kind, ...request }) => ({ name: kind, ...request }))
  const inHardship = (request: AskedAnswer) => seen.hardships.find(hardship => meets(request, hardship))
  const hard = [...driven, ...asked].flatMap(request => {
    const hardship = inHardship(request)
    return hardship ? [{ request, hardship }] : []
  })
  const isOutside = (request: AskedAnswer) =>
    !inHardship(request) && !seen.outages.some(outage => meets(request, { ...outage, mayBreak: true }))
  const findings = [
    ...hard.flatMap(({ request, hardship }) => judgeHard(request, hardship, bars)),
    ...asked
      .filter(isOutside)
      .flatMap(request => (isYes(request.answer) ? [] : [{ request, what: 'outside of the fault' }])),
    ...[...driven, ...asked].flatMap(request => (isGuess(request, bars) ? [{ request, what: 'let in by guess' }] : [])),
  ]
  return verdict('O', figureOf(hard.map(({ request }) => request)), describe(findings))
}

type RefusalFinding = { request: AskedAnswer; what: string }

function judgeHard(request: AskedAnswer, { mayBreak }: Hardship, { withinMs }: RefusalBars): RefusalFinding[] {
  const wrong = [
    took(request) > withinMs ? `more than ${withinMs} ms` : '',
    request.answer ? judgeAnswer(request.answer) : mayBreak ? '' : 'broken off',
  ]
  return wrong.filter(what => what !== '').map(what => ({ request, what }))
}

function judgeAnswer(answer: ReceivedAnswer): string {
  if (isYes(answer)) return ''
  if (answer.status !== REFUSED) return 'neither done nor refused'
  return answer.saysWhen ? '' : 'without Retry-After'
}

const isYes = (answer: ReceivedAnswer | undefined): boolean => answer !== undefined && answer.status < 300

const isGuess = ({ startedAt, endedAt, answer }: AskedAnswer, { unknowable }: RefusalBars): boolean =>
  isYes(answer) && unknowable.some(({ from, to }) => startedAt >= from && endedAt <= to)

const meets = (
  { gateway, startedAt, endedAt }: AskedAnswer,
  hardship: Hardship | (Span & { gateway: number }),
): boolean => (hardship.gateway ?? gateway) === gateway && startedAt <= hardship.to && endedAt >= hardship.from

const took = ({ startedAt, endedAt }: AskedAnswer): number => Math.round(endedAt - startedAt)

/** One line for all that are alike. */
function describe(findings: readonly RefusalFinding[]): string[] {
  const kindOf = ({ request: { name, answer }, what }: RefusalFinding) =>
    `${name}: ${answer?.status ?? 'no answer'}, ${what}`
  return [...Map.groupBy(findings, kindOf)].map(([kind, alike]) => {
    const requests = alike.map(({ request }) => request)
    const first = requests.toSorted((a, b) => a.startedAt - b.startedAt)[0]
    const since = new Date(first?.startedAt ?? 0).toISOString()
    return `${kind}: ${requests.length} times, from ${since} on, after ${Math.max(...requests.map(took))} ms at most`
  })
}

function figureOf(hard: readonly AskedAnswer[]): string {
  const refused = hard.filter(({ answer }) => answer?.status === REFUSED).length
  const broken = hard.filter(({ answer }) => answer === undefined).length
  const worst = Math.max(0, ...hard.map(took))
  return `${refused} refused and ${broken} broken off of ${hard.length} in the fault, within ${worst} ms`
}
