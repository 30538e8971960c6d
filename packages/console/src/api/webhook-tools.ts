import { refusalStatus } from '../http/problem.ts'
import { sluice } from '../session/send-signed-in.ts'
import { replyValue } from './call.ts'
import type { DeliveryEntry, DeliveryStatus, JudgedPart } from './logs.ts'
import { type AnswerParts, type IncomingCall, periodOf } from './webhooks.ts'

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

/** What one webhook did about an event. */
export type EventOutcomeLine = {
  webhookId: string
  name: string | null
  status: DeliveryStatus
  summary: string
  /** Newest first: the delivery, and those that repeated it. */
  entries: readonly DeliveryEntry[]
}

/** A tool that an assistant has called. `requestId`: of the call, which is an event of its own */
export type AssistantCall = { tool: string; requestId: string }

/** An exchange whole, and what each webhook of then did about it. */
export type ShownEvent = EventParts & {
  user: string | null
  permission: string | null
  /** The program that has made the request, where it has said so. */
  client?: string
  /** The tool of an assistant that has made the request. */
  through?: AssistantCall
  webhooks: readonly EventOutcomeLine[]
  more?: true
}

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

const NOT_FOUND = 404

const { raw } = sluice

export const webhookTools = {
  check: (condition: string, subject: TrialSubject): Promise<CheckedCondition> =>
    replyValue(raw.POST('/webhooks/conditions/check', { body: { condition, ...subject } })),
  preview: (body: PreviewQuestion): Promise<PreviewedTemplate> =>
    replyValue(raw.POST('/webhooks/templates/preview', { body })),
  templates: (): Promise<StarterTemplate[]> => replyValue(raw.GET('/webhooks/templates')),
  events: ({ limit, cursor }: { limit: number; cursor: string | undefined }): Promise<RecentEvents> =>
    replyValue(raw.GET('/events', { params: { query: { limit, ...(cursor && { cursor }) } } })),
  /** Fetches the last events of one program, by the name that it gives itself. */
  eventsOf: (client: string, limit: number): Promise<RecentEvents> =>
    replyValue(raw.GET('/events', { params: { query: { client, limit } } })),
  /** Fetches the events of a time, newest first. @param from epoch ms, as `to` is */
  eventsBetween: (from: number, to: number, limit: number): Promise<RecentEvents> =>
    replyValue(raw.GET('/events', { params: { query: { ...periodOf({ from, to }), limit } } })),
  event: (id: string): Promise<ShownEvent> => replyValue(raw.GET('/events/{id}', { params: { path: { id } } })),
  /** Counts the events since then that the store's budget did not let be kept. @param from epoch ms */
  notStored: async (from: number): Promise<number> =>
    (await replyValue(raw.GET('/events', { params: { query: { limit: 1, from: String(from) } } }))).notStored ?? 0,
  allowance: (): Promise<AllowanceOfDay> => replyValue(raw.GET('/webhooks/mail-allowance')),
  /** The owner's own mail server; null where there is none, which is an answer like another. */
  async mailServer(): Promise<OwnMailServer | null> {
    try {
      return await replyValue(raw.GET('/webhooks/mail-server'))
    } catch (error) {
      if (refusalStatus(error) === NOT_FOUND) return null
      throw error
    }
  },
  replaceMailServer: (body: MailServerWish): Promise<OwnMailServer> =>
    replyValue(raw.PUT('/webhooks/mail-server', { body })),
  removeMailServer: (): Promise<undefined> => replyValue(raw.DELETE('/webhooks/mail-server')),
  startRecording: (): Promise<RecordingHead> => replyValue(raw.POST('/webhooks/recordings')),
  recording: (id: string): Promise<RecordingParts> =>
    replyValue(raw.GET('/webhooks/recordings/{id}', { params: { path: { id } } })),
}
