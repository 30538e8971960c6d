import { type PromiseVerdict, verdict } from '../verdict.ts'

/** What was sent, and whether its event fits onto the bus. */
export type SizedEvent = { eventId: string; fits: boolean }

/** What a target or a log says of the body of a request. */
export type ToldBody = { eventId: string; bytes: number; isMarkedCut: boolean }

type Cuts = { events: readonly SizedEvent[]; toldTargets: readonly ToldBody[]; log: readonly ToldBody[] }

/** An event that is too large is told of without its bodies, and marked as cut; no other is (F5). */
export function judgeCuts({ events, toldTargets, log }: Cuts): PromiseVerdict {
  const cut = toldTargets.filter(({ isMarkedCut }) => isMarkedCut).length
  const large = events.filter(({ fits }) => !fits).length
  const findings = events.flatMap(event => [
    ...judgeTold('its target', event, toldTargets),
    ...judgeTold('its log', event, log),
  ])
  return verdict('O', `${large} of ${events.length} events too large, ${cut} delivered as cut`, findings)
}

function judgeTold(who: string, { eventId, fits }: SizedEvent, all: readonly ToldBody[]): string[] {
  const told = all.find(one => one.eventId === eventId)
  const what = fits ? 'an event that fits' : 'a too large event'
  if (!told) return [`${who} was not told of ${eventId}, ${what}`]
  const isWhole = told.bytes > 0
  if (isWhole === fits && told.isMarkedCut === !fits) return []
  const mark = told.isMarkedCut ? 'marked as cut' : 'not marked as cut'
  return [`${who} was told of ${eventId}, ${what}, with ${told.bytes} bytes of its body, ${mark}`]
}
