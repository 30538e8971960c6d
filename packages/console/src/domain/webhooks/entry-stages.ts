import { decidingParts, shortReason } from './deciding-parts.ts'

type StagePart = { text: string; result: boolean | 'unknown'; reason: string; children?: readonly StagePart[] }

type StageFacts = {
  status: 'pending' | 'success' | 'failed' | 'skipped'
  summary: string
  timestamp: { $date: number }
  incomingResponse: { statusCode: number } | null
  conditionEvaluation: { matched: boolean; explanation: StagePart }
  transformation: { output: string | null; validJson: boolean | null } | null
  outgoingRequest: { type: 'http'; url: string } | { type: 'email'; to: readonly string[] } | null
  response: { statusCode: number } | null
  error: { stage: string; code: string; message: string } | null
}

/** `open`: passed; `shut`: stopped here; `dry`: not reached. */
export type EntryStage = { label: string; says: string; gate: 'open' | 'shut' | 'dry' }

const NOT_REACHED = 'not reached'
const LABELS = ['Incoming request', 'Condition', 'Transformation', 'Outgoing request', 'Response']

/** How far an entry came: five stages, of which the one that stopped it is shut and those behind it are dry. */
export function entryStages(entry: StageFacts): readonly EntryStage[] {
  const says = [
    saysIncoming(entry),
    saysCondition(entry),
    saysTransformation(entry),
    saysOutgoing(entry),
    saysResponse(entry),
  ]
  const stop = stoppedAt(entry)
  return LABELS.map((label, at) => {
    if (at === stop) return { label, says: says[at] ?? '', gate: 'shut' as const }
    const isPassed = stop === undefined ? at < reached(entry) : at < stop
    return {
      label,
      says: isPassed ? (says[at] ?? '') : NOT_REACHED,
      gate: isPassed ? ('open' as const) : ('dry' as const),
    }
  })
}

/** The stage that stopped it, from 0; undefined where none did. */
function stoppedAt({ status, conditionEvaluation, error, outgoingRequest }: StageFacts): number | undefined {
  if (status === 'skipped') return 1
  if (!conditionEvaluation.matched) return 1
  if (status !== 'failed') return undefined
  if (error?.code === 'TEMPLATE_FAILED') return 2
  return outgoingRequest ? 4 : 3
}

/** How many stages one that was not stopped has passed. */
function reached({ status, outgoingRequest, response }: StageFacts): number {
  if (status === 'success') return LABELS.length
  if (response) return LABELS.length
  return outgoingRequest ? 4 : 2
}

const saysIncoming = ({ incomingResponse }: StageFacts) =>
  incomingResponse ? `answered ${incomingResponse.statusCode}` : 'no answer is known'

function saysCondition({ conditionEvaluation: { matched, explanation }, status, summary }: StageFacts): string {
  if (matched) return status === 'skipped' ? summary : 'true'
  const [first] = decidingParts(explanation)
  return `false: ${shortReason(first?.text ?? '', first?.reason ?? explanation.reason)}`
}

function saysTransformation({ transformation }: StageFacts): string {
  if (!transformation) return 'none, the body as it is'
  return transformation.validJson === false ? 'no valid JSON' : 'by the template'
}

function saysOutgoing({ outgoingRequest, error }: StageFacts): string {
  if (!outgoingRequest) return error?.message ?? 'not sent yet'
  return outgoingRequest.type === 'http' ? hostOf(outgoingRequest.url) : outgoingRequest.to.join(', ')
}

function saysResponse({ response, error }: StageFacts): string {
  if (response) return String(response.statusCode)
  return error?.message ?? 'none yet'
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
