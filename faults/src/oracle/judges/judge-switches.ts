import { pairOf } from '../events.ts'
import type { LogRow, TargetDelivery } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

/** A webhook, or the plugin with all of them, was switched on or off. A new webhook is one that was switched on. */
export type Switch = {
  /** Undefined: the plugin. */
  webhookId: string | undefined
  isOn: boolean
  sentAt: number
  /** Undefined where no success was answered: then it was done or not. */
  answeredAt: number | undefined
}

/** A request that every webhook of the row matches. `behindMs`: how old the configuration may be that stamps it. */
export type SwitchedEvent = { eventId: string; startedAt: number; endedAt: number; behindMs: number }

/** What one webhook did about one event that it matched. `seenAt`: when the rig first saw that it had ended. */
export type SwitchedExecution = Pick<LogRow, 'eventId' | 'webhookId' | 'status'> & { seenAt: number }

export type SwitchObservations = {
  webhookIds: readonly string[]
  switches: readonly Switch[]
  events: readonly SwitchedEvent[]
  executions: readonly SwitchedExecution[]
  /** What the target was told; in the end it takes everything. */
  deliveries: readonly TargetDelivery[]
}

/**
 * What an enabled webhook has matched is told to its target; it ends as skipped only if somebody has asked for the end of
 * that webhook or of the plugin, after its event was stamped and before it ended (G2, G3, G7).
 */
export function judgeSwitches(switching: SwitchObservations): PromiseVerdict {
  const executions = Map.groupBy(switching.executions, pairOf)
  const told = Map.groupBy(switching.deliveries, pairOf)
  const subjects = new Map(switching.webhookIds.map(id => [id, subjectOf(switching.switches, id)]))
  const findings = switching.events.flatMap(event =>
    [...subjects].flatMap(([webhookId, subject]) => {
      const pair = pairOf({ eventId: event.eventId, webhookId })
      const found = { event, webhookId, executions: executions.get(pair) ?? [], told: told.get(pair) ?? [] }
      return judgePair(found, subject)
    }),
  )
  const skipped = switching.executions.filter(({ status }) => status === 'skipped').length
  const { switches, executions: all } = switching
  return verdict('O', `${switches.length} switches, ${all.length} deliveries, ${skipped} of them skipped`, findings)
}

type SwitchSubject = { off: readonly { from: number; to: number }[]; ends: readonly Switch[] }
type FoundExecutions = {
  event: SwitchedEvent
  webhookId: string
  executions: readonly SwitchedExecution[]
  /** Requests that its target got. */
  told: readonly TargetDelivery[]
}

/** What was done to one webhook, by itself or with the plugin. */
function subjectOf(switches: readonly Switch[], webhookId: string): SwitchSubject {
  const own = switches.filter(one => one.webhookId === webhookId)
  const plugin = switches.filter(one => one.webhookId === undefined)
  return {
    off: [...offSpans(own, false), ...offSpans(plugin, true)],
    ends: [...own, ...plugin].filter(({ isOn }) => !isOn),
  }
}

/** When it may have been off: from the moment that somebody asked for it to the answer that it is on again. */
function offSpans(switches: readonly Switch[], isOnAtFirst: boolean) {
  const spans: { from: number; to: number }[] = []
  let off: { from: number; to: number } | undefined
  const open = (from: number) => {
    off = { from, to: Number.POSITIVE_INFINITY }
    spans.push(off)
  }
  if (!isOnAtFirst) open(Number.NEGATIVE_INFINITY)
  for (const { isOn, sentAt, answeredAt } of switches.toSorted((a, b) => a.sentAt - b.sentAt)) {
    if (!isOn && !off) open(sentAt)
    if (isOn && off && answeredAt !== undefined) {
      off.to = answeredAt
      off = undefined
    }
  }
  return spans
}

function judgePair(found: FoundExecutions, { off, ends }: SwitchSubject): string[] {
  const { event, webhookId, executions, told } = found
  const about = `event ${event.eventId} and webhook ${webhookId}`
  const isTaken = told.some(({ status }) => status < 300)
  const stampedFrom = event.startedAt - event.behindMs
  const [execution, ...others] = executions
  if (others.length > 0) return [`${about}: ${executions.length} entries instead of one`]
  if (!execution) {
    const mayBeOff = off.some(({ from, to }) => from <= event.endedAt && to >= stampedFrom)
    if (isTaken) return [`${about}: the target was told, and there is no entry`]
    return mayBeOff ? [] : [`${about}: nothing came of it, though the webhook was on`]
  }
  if (execution.status === 'success' && isTaken) return []
  if (execution.status !== 'skipped') return [`${about}: ${execution.status} after ${told.length} requests`]
  const wasEnded = ends.some(
    ({ sentAt, answeredAt = Number.POSITIVE_INFINITY }) => sentAt <= execution.seenAt && answeredAt >= stampedFrom,
  )
  if (isTaken) return [`${about}: skipped, and the target was told`]
  return wasEnded ? [] : [`${about}: skipped as disabled after ${told.length} requests, and nobody had asked for that`]
}
