import { instantText } from '../json-values.ts'
import { type Terminal, visible } from '../output/terminal.ts'
import { type ForwardAnswer, type ForwardTarget, forward } from './forward.ts'
import { isStale, type LocalDelivery, signAgain } from './local-delivery.ts'

type DeskOptions = {
  terminal: Terminal
  target: ForwardTarget | undefined
  printsBody: boolean
  /** The secret of a listening signs anew what is sent again. A copy bears the signature of its webhook. */
  secret: string | undefined
}

/** Deliveries that are kept to be sent again or shown. */
const MAX_KEPT = 50

export type ListenerDesk = ReturnType<typeof createListenerDesk>

/** Numbers deliveries as they come, hands them on, and says what the receiver answers. */
export function createListenerDesk({ terminal, target, printsBody, secret }: DeskOptions) {
  const kept = new Map<number, LocalDelivery>()
  let count = 0

  function keep(delivery: LocalDelivery): number {
    count += 1
    kept.set(count, delivery)
    kept.delete(count - MAX_KEPT)
    return count
  }

  async function handOn(number: number, delivery: LocalDelivery): Promise<void> {
    const isSent = target !== undefined && delivery.fault === undefined
    const answer = isSent ? await forward(delivery, target) : undefined
    if (terminal.isJson) return terminal.print(JSON.stringify({ number, delivery, ...(answer && { answer }) }))
    terminal.print(visible(lineOf(number, delivery, answer)))
    if (printsBody && delivery.body !== '') terminal.print(delivery.body.split('\n').map(visible).join('\n'))
  }

  const find = (number: number): LocalDelivery | undefined => {
    if (!kept.has(number)) terminal.complain(`There is no number ${number} here; the last ${MAX_KEPT} are kept.`)
    return kept.get(number)
  }

  return {
    /** The delivery is done when it resolves. */
    take: (delivery: LocalDelivery): Promise<void> => handOn(keep(delivery), delivery),
    async sendAgain(number: number): Promise<void> {
      const delivery = find(number)
      if (delivery === undefined) return
      const now = Date.now()
      if (secret !== undefined) return handOn(number, signAgain(delivery, secret, now))
      if (isStale(delivery, now)) terminal.note('! Its signature is older than 5 minutes: receivers refuse that.')
      return handOn(number, delivery)
    },
    show(number: number): void {
      const delivery = find(number)
      if (delivery === undefined) return
      terminal.print(visible(`${delivery.summary}  ${delivery.id}`))
      for (const [name, value] of Object.entries(delivery.headers)) terminal.print(visible(`${name}: ${value}`))
      terminal.print(delivery.body.split('\n').map(visible).join('\n'))
    },
    eventOf: (number: number): string | undefined => find(number)?.eventId,
  }
}

function lineOf(number: number, { at, summary, eventId, fault }: LocalDelivery, answer: ForwardAnswer | undefined) {
  const told = [String(number).padStart(2), instantText(at).slice(11, 19), summary]
  if (fault !== undefined) return [...told, `! ${fault}`, eventId].join('  ')
  if (answer === undefined) return [...told, eventId].join('  ')
  const outcome = 'error' in answer ? `→ ${answer.error}` : `→ ${answer.status}`
  const firstLine = 'text' in answer && answer.status >= 400 ? (answer.text.split('\n')[0] ?? '') : ''
  return [...told, outcome, `${Math.round(answer.durationMs)} ms`, eventId, firstLine].join('  ').trimEnd()
}
