import { callFor } from './call.ts'
import type { JudgedPart } from './logs.ts'
import { type AnswerParts, type IncomingCall, queryOf } from './webhooks.ts'

type ToolTime = { $date: number }

/** An exchange as somebody describes it. */
type TypedExchange = {
  request: { method: string; path: string; query?: string; body?: unknown }
  response?: { statusCode: number; body?: unknown }
}

/** What something is tried on: an event that was kept, or an exchange that somebody describes. */
export type TrialSubject = { event: string } | { exchange: TypedExchange } | Record<string, never>

export type CheckedCondition = {
  matched: boolean | null
  explanation: JudgedPart | null
  recent: { events: number; matched: number }
}

export type TemplateKind = 'json' | 'html' | 'subject' | 'text'
export type PreviewQuestion = { template: string; as: TemplateKind } & (
  | { event: string }
  | { view: Readonly<Record<string, unknown>> }
)
export type PreviewedTemplate = { output: string; validJson: boolean | null; variables: readonly string[] }

export type StarterTemplate = { id: string; title: string; as: TemplateKind; template: string; subject?: string }

/** An exchange in one line. */
export type RecentEvent = {
  _id: string
  timestamp: ToolTime
  method: string
  path: string
  statusCode: number | null
  user: string | null
  client?: string
}

type RecentEvents = { items: RecentEvent[]; next: string | null }

export type EventParts = {
  _id: string
  timestamp: ToolTime
  incomingRequest: IncomingCall
  incomingResponse: AnswerParts | null
}

export type AllowanceOfDay = { limit: number; used: number; left: number; resetsAt: ToolTime }

export type OwnMailServer = {
  host: string
  port: number
  secure: boolean
  user?: string
  from: string
  updatedAt: ToolTime
}
export type MailServerWish = Omit<OwnMailServer, 'updatedAt'> & { password?: string }

export type RecordingHead = { _id: string; state: 'running' | 'ended'; startedAt: ToolTime; endsAt: ToolTime }
export type RecordedRequest = {
  _id: string
  timestamp: ToolTime
  durationMs: number
  matched: readonly string[]
  client?: string
  incomingRequest: IncomingCall
  incomingResponse: AnswerParts | null
}
export type SuggestedHook = { condition: string; variables: readonly string[]; events: number }
export type RecordingParts = RecordingHead & {
  secondsLeft: number
  total: number
  events: readonly RecordedRequest[]
  suggestions: readonly SuggestedHook[]
}

export const webhookTools = {
  check: (condition: string, subject: TrialSubject) =>
    callFor<CheckedCondition>({ method: 'POST', path: '/webhooks/conditions/check', body: { condition, ...subject } }),
  preview: (body: PreviewQuestion) =>
    callFor<PreviewedTemplate>({ method: 'POST', path: '/webhooks/templates/preview', body }),
  templates: () => callFor<StarterTemplate[]>({ method: 'GET', path: '/webhooks/templates' }),
  events: (page: { limit: number; cursor: string | undefined }) =>
    callFor<RecentEvents>({ method: 'GET', path: `/events${queryOf(page)}` }),
  /** The last ones of one program, as it names itself. */
  eventsOf: (client: string, limit: number) =>
    callFor<RecentEvents>({ method: 'GET', path: `/events${queryOf({ client, limit })}` }),
  event: (id: string) => callFor<EventParts>({ method: 'GET', path: `/events/${encodeURIComponent(id)}` }),
  allowance: () => callFor<AllowanceOfDay>({ method: 'GET', path: '/webhooks/mail-allowance' }),
  mailServer: () => callFor<OwnMailServer>({ method: 'GET', path: '/webhooks/mail-server' }),
  replaceMailServer: (body: MailServerWish) =>
    callFor<OwnMailServer>({ method: 'PUT', path: '/webhooks/mail-server', body }),
  removeMailServer: () => callFor<undefined>({ method: 'DELETE', path: '/webhooks/mail-server' }),
  startRecording: () => callFor<RecordingHead>({ method: 'POST', path: '/webhooks/recordings' }),
  recording: (id: string) =>
    callFor<RecordingParts>({ method: 'GET', path: `/webhooks/recordings/${encodeURIComponent(id)}` }),
}
