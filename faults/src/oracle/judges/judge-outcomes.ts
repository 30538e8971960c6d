import type { LogRow } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

/** One entry of a log, read with its details. */
export type Execution = {
  eventId: string
  deliveryId: string
  status: LogRow['status']
  durationMs: number
  /** Its line in the log. */
  summary: string
  error: { stage: string; code: string } | undefined
  response: { statusCode: number; isCut: boolean } | undefined
}

/** What has to stand in the log. `says`: in its line. */
export type ExpectedOutcome = {
  status: LogRow['status']
  stage?: string
  code?: string
  says?: string
  statusCode?: number
  isCut?: boolean
}

/** All that one webhook did about the events of the row. */
export type WebhookExecutions = {
  name: string
  /** The events that it has to have an execution of. */
  events: readonly string[]
  outcome: ExpectedOutcome
  withinMs: number
  executions: readonly Execution[]
  /**
   * How often its target was asked, by delivery; undefined where nobody is there to count. `times`: how often each has to
   * have been.
   */
  asked: { requests: ReadonlyMap<string, number>; times: number } | undefined
}

/** Each target ends each delivery with its exact outcome, in time, in exactly one entry, and is asked as often as it has to be (F9, F23). */
export function judgeOutcomes(all: readonly WebhookExecutions[]): PromiseVerdict {
  const findings = all.flatMap(one => [...findWrong(one), ...findUncalled(one), ...findAsked(one)])
  const executions = all.flatMap(one => one.executions)
  const worst = Math.max(0, ...executions.map(({ durationMs }) => durationMs))
  return verdict(
    'O',
    `${executions.length} executions of ${all.length} kinds, within ${Math.round(worst)} ms`,
    findings,
  )
}

function findWrong({ name, events, outcome, withinMs, executions }: WebhookExecutions): string[] {
  const byEvent = Map.groupBy(executions, ({ eventId }) => eventId)
  return events.flatMap(eventId => {
    const found = byEvent.get(eventId) ?? []
    if (found.length !== 1) return [`${name}: event ${eventId} has ${found.length} entries instead of one`]
    return found.flatMap(execution => [
      ...(isSuch(execution, outcome)
        ? []
        : [`${name}: event ${eventId} ended as ${describe(execution)} instead of ${describeWanted(outcome)}`]),
      ...(execution.durationMs > withinMs
        ? [`${name}: event ${eventId} took ${execution.durationMs} ms, more than ${withinMs}`]
        : []),
    ])
  })
}

function findUncalled({ name, events, executions }: WebhookExecutions): string[] {
  const known = new Set(events)
  return executions
    .filter(({ eventId }) => !known.has(eventId))
    .map(({ eventId }) => `${name}: has an entry of the event ${eventId}, which it does not match`)
}

function findAsked({ name, executions, asked }: WebhookExecutions): string[] {
  if (!asked) return []
  const { requests, times } = asked
  const known = new Set(executions.map(({ deliveryId }) => deliveryId))
  const ids = new Set([...known, ...requests.keys()])
  const expected = (id: string) => (known.has(id) ? times : 0)
  return [...ids]
    .filter(id => (requests.get(id) ?? 0) !== expected(id))
    .map(id => `${name}: asked ${requests.get(id) ?? 0} times about ${id} instead of ${expected(id)}`)
}

function isSuch({ status, summary, error, response }: Execution, wanted: ExpectedOutcome): boolean {
  return [
    status === wanted.status,
    error?.stage === wanted.stage,
    error?.code === wanted.code,
    summary.includes(wanted.says ?? ''),
    response?.statusCode === wanted.statusCode,
    (response?.isCut ?? false) === (wanted.isCut ?? false),
  ].every(isRight => isRight)
}

const describe = ({ status, summary, error, response }: Execution): string =>
  [status, error && `${error.stage}/${error.code}`, `(${summary})`, response?.statusCode, response?.isCut && 'cut']
    .filter(Boolean)
    .join(' ')

const describeWanted = ({ status, stage, code, says, statusCode, isCut }: ExpectedOutcome): string =>
  [status, code && `${stage}/${code}`, says && `(${says})`, statusCode, isCut && 'cut'].filter(Boolean).join(' ')
