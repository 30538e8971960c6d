import type { BodyCapture, ExchangeEvent, Principal, RepeatMark } from '@sluice/contracts'
import { instantText } from '@sluice/service-kit'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { readClient } from '../../domain/read-client.ts'
import type { GraphqlRedaction } from '../../domain/redact/graphql-redaction.ts'
import { maskHeader, maskText } from '../../domain/redact/mask-secrets.ts'
import { redactQuery } from '../../domain/redact/redact-body.ts'
import type { Arrival } from '../arrive/arrival.ts'
import type { EventSequence } from '../arrive/seen-positions.ts'

export type RecordingSubject = {
  arrival: Arrival
  target: CanonicalTarget
  chain: readonly string[]
  recordsBodies: boolean
  /** Whether a GraphQL app answers: then secrets may stand in the text of a query. */
  isGraphql: boolean
}

/**
 * What the answer was, its headers as names in lower case and values in turn; undefined when the client went away, or the
 * service failed, before there was one.
 */
export type AnswerHead = { statusCode: number; headers: readonly string[] } | undefined

/** What the gateway knows of a request besides the request. */
export type ToldRequest = {
  serviceId: string
  sequence: EventSequence
  principal: Pick<Principal, 'id' | 'roles' | 'via'>
  permission: string | undefined
  needsCredentials: boolean | undefined
  graphql: GraphqlRedaction | undefined
}

/** Fields of an event as JSON, without the braces around them: before and behind what became of the body of the request. */
export type RequestText = { front: string; back: string }

/**
 * Writes what an event says of its request. It is written as text because an event is made for each request and read by
 * nobody here: an object for it, and its headers, would be made to be thrown away.
 */
export function requestText({ arrival, target, chain }: RecordingSubject, facts: ToldRequest): RequestText {
  const { requestId, at, method, origin, headers } = arrival
  const { serviceId, sequence, needsCredentials, graphql, permission } = facts
  const needs = needsCredentials === undefined ? '' : `"needsCredentials":${needsCredentials},`
  const front =
    `"schemaVersion":1,"id":"${requestId}","service":{"id":${quoted(serviceId)}},"at":${instantText(at)},"chain":${chain.length === 0 ? '[]' : JSON.stringify(chain)},` +
    `${clientText(arrival)}"request":{"method":${quoted(method)},"path":${quoted(maskText(target.path))},` +
    `"query":${quoted(redactQuery(target.query, graphql))},"headers":${headersText(headers.flat)},` +
    `"remoteAddress":${quoted(origin.address)},"secure":${origin.isSecure},${needs}"body":`
  const epoch = sequence.changesEpoch === undefined ? '' : `,"changesEpoch":${sequence.changesEpoch}`
  const admitted = permission === undefined ? '' : `,"permission":${quoted(permission)}`
  const back = `},"webhooksSequence":${sequence.webhooksSequence}${epoch},"principal":${principalText(facts.principal)}${admitted}`
  return { front, back }
}

/** The program that made the request, and the tool of an assistant that it was made for. */
function clientText({ headers, inner }: Arrival): string {
  const client = readClient(headers)
  const said = client === undefined ? '' : `"client":${quoted(client)},`
  if (inner?.kind !== 'inner') return said
  return `${said}"through":${JSON.stringify({ kind: 'mcp', tool: inner.tool, requestId: inner.pass.requestId })},`
}

/** A key has the same caller with each request. */
const principalTexts = new WeakMap<ToldRequest['principal'], string>()

function principalText(principal: ToldRequest['principal']): string {
  const known = principalTexts.get(principal)
  if (known !== undefined) return known
  const { id, roles, via } = principal
  const text = JSON.stringify({ id, roles, via })
  principalTexts.set(principal, text)
  return text
}

/** @param flat names in lower case and values in turn */
function headersText(flat: readonly string[]): string {
  let text = ''
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at] ?? ''
    const value = maskHeader(name, flat[at + 1] ?? '')
    text += `${at === 0 ? '[[' : '],['}${quoted(name)},${quoted(value)}`
  }
  return text === '' ? '[]' : `${text}]]`
}

export const bodyText = ({ state, length, truncated }: BodyCapture): string =>
  `{"state":"${state}","length":${length},"truncated":${truncated}}`

/** `hasStarted`: it is a write, and was noted before it was forwarded. */
export type ExchangeEnd = {
  durationMs: number
  answered: AnswerHead
  isAborted: boolean
  hasStarted: boolean
  /** Of which request it is a repeat, where it is one. */
  repeat?: RepeatMark | undefined
}

/** What an event says of its end, likewise. @param body what became of that of the answer */
export function endText(
  { durationMs, answered, isAborted, hasStarted, repeat }: ExchangeEnd,
  body: BodyCapture,
): string {
  // A write that was forwarded and whose answer never came: it may have happened.
  const outcome: ExchangeEvent['outcome'] = hasStarted && !answered ? 'unknown' : 'completed'
  const response = answered
    ? `{"statusCode":${answered.statusCode},"headers":${headersText(answered.headers)},"body":${bodyText(body)}}`
    : 'null'
  const repeats = repeat === undefined ? '' : `,"repeat":${JSON.stringify(repeat)}`
  return `"durationMs":${durationMs},"outcome":"${outcome}","aborted":${isAborted},"response":${response}${repeats}`
}

/** What stands in JSON as it is: all but quotes, backslashes, control characters and lone surrogates, so no surrogate counts. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** A string as JSON. Most need no more than quotes around them. */
const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)
