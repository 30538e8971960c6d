import type { MailServerRecord, WebhookId, WebhookRecord } from '@sluice/contracts'
import type { Claim } from './domain/claim.ts'
import type { DeliveryError, EventRow, ExecutionResult, ExecutionRow } from './domain/execution.ts'
import type { AllowanceState } from './domain/mail-allowance.ts'
import type { MailServer } from './domain/mail-server.ts'
import type { WebhookSnapshot } from './domain/match-webhooks.ts'
import type { PlannedRequest } from './domain/plan-delivery.ts'
import type { PlannedMail } from './domain/plan-mail.ts'
import type { WebhookVersion } from './domain/webhook-version.ts'

/** What a change does to the stored webhook: keep it as it is, replace it, or remove it. */
export type WebhookWrite<R> = { kind: 'put'; record: WebhookRecord } | { kind: 'remove' } | { kind: 'leave'; result: R }

/** Where webhooks are written. Each write is a change of the topic `webhooks` and leaves a version behind. */
export type WebhookStore = {
  /**
   * Decides on the stored state and writes in one transaction; live here before it resolves.
   * @param decide pure; may be called again after a conflict
   */
  change<R>(
    id: WebhookId,
    decide: (stored: WebhookRecord | undefined) => WebhookWrite<R>,
  ): Promise<{ kind: 'written'; before?: WebhookRecord; after?: WebhookRecord } | { kind: 'left'; result: R }>
  /** Versions of one webhook that judge events stamped from `first` to `last`. */
  versionsOf(id: string, range: { first: number; last: number }): Promise<WebhookVersion[]>
  /** Removes versions that ended before this moment. */
  forgetVersionsBefore(moment: Date): Promise<void>
}

/** The webhooks as this process knows them, in step with the change log. */
export type LiveWebhooks = {
  /** The webhooks that judge an event with this stamp; the same whenever and wherever it is asked. */
  snapshotAt(sequence: number): Promise<WebhookSnapshot>
  /** All current webhooks, enabled or not. */
  all(): WebhookRecord[]
  get(id: string): WebhookRecord | undefined
  isPluginEnabled(): boolean
  /** Whether deliveries of this webhook may start now: the plugin is on, and it is there and enabled. */
  mayDeliver(id: string): boolean
}

/** Events and executions. Everything is idempotent by id: what is there is left as it is. */
export type LogStore = {
  /**
   * Durable when it resolves. @returns the executions in their order, as they are stored now: those of an event that
   * comes again keep the state that they have
   */
  open(event: EventRow, executions: readonly ExecutionRow[]): Promise<OpenedExecution[]>
  /**
   * Puts a claim on an execution that has not ended and bears none, one that is over, or one by the same claimant.
   * @returns whether it was put
   */
  claim(execution: ExecutionRow, put: { claim: Claim; attempt: number; now: Date }): Promise<boolean>
  /** Ends a claim of this claimant, if it still stands. */
  release(execution: ExecutionRow, claimant: string): Promise<void>
  /** Durable when it resolves. Writes only where no result stands. */
  finish(execution: ExecutionRow, result: ExecutionResult): Promise<void>
  /** What each event matched, without reading the events. */
  eventMatches(range: IdRange): Promise<EventMatches[]>
  /** These events of one day (`yyyymmdd`), newest first; without `hasBodies` the texts of their bodies are empty. */
  events(day: string, ids: readonly string[], options: { hasBodies: boolean }): Promise<EventRow[]>
  /** Without the texts of bodies. */
  executions(webhookId: string, range: IdRange): Promise<ExecutionRow[]>
  event(id: string): Promise<EventRow | undefined>
  execution(id: string): Promise<ExecutionRow | undefined>
  /** Entries of events up to this moment (epoch ms) are not shown any more. */
  clear(webhookId: string, upTo: number): Promise<void>
  clearedUpTo(webhookId: string): Promise<number>
  /** Drops all days before this moment. */
  forgetDaysBefore(moment: Date): Promise<void>
}

type EventMatches = Pick<EventRow, '_id' | 'matched'>
export type OpenedExecution = { row: ExecutionRow; isNew: boolean }

/** Rows of one day (`yyyymmdd`) with `from` <= event id < `below`, newest first, at most `limit`. */
export type IdRange = { day: string; from: string; below: string; limit: number }

export type SendOutcome =
  | {
      kind: 'answered'
      statusCode: number
      headers: [string, string][]
      body: Uint8Array
      isCut: boolean
      durationMs: number
    }
  | { kind: 'broken'; stage: string; code: string; message: string; durationMs: number }

/** Sends one request: no redirects, no proxies, to public or opened addresses only, within its deadline. */
export type Sender = {
  send(request: PlannedRequest): Promise<SendOutcome>
  close(): Promise<void>
}

/** The last reply of a mail server: its code, and its text without the codes in front of the lines. */
export type MailReply = { statusCode: number; text: string }

/**
 * `tookNothing`: the server has surely not taken the mail for anyone; without, nobody knows. A mail is taken for all of
 * its recipients or for none.
 */
export type MailOutcome =
  | { kind: 'accepted'; reply: MailReply; durationMs: number }
  | { kind: 'failed'; error: DeliveryError; reply: MailReply | null; tookNothing: boolean; durationMs: number }

/** Speaks to mail servers: certificates verified, no password without TLS, to public or opened addresses only. */
export type Mailer = {
  send(mail: PlannedMail, server: MailServer): Promise<MailOutcome>
  /** Connects and signs in, no more. @returns what was wrong */
  verify(server: MailServer): Promise<DeliveryError | undefined>
  close(): void
}

/** The mail servers as this process knows them, in step with the change log. */
export type MailServers = {
  /** What mails are sent by now: the owner's server, else the service's; undefined when there is none. */
  current(): MailServer | undefined
  /** The owner's, as it is stored. */
  own(): MailServerRecord | undefined
  /** Live here before it resolves. */
  put(record: MailServerRecord): Promise<void>
  /** @returns whether there was one */
  remove(): Promise<boolean>
}

/** `held`: this delivery has its place since an earlier attempt. */
export type Reservation = { kind: 'reserved' } | { kind: 'held' } | { kind: 'reached'; state: AllowanceState }

/** Counts the recipients of a UTC day, over all processes. */
export type MailAllowance = {
  /** All or none, in one step, once for each delivery. Durable when it resolves. @param id of the delivery */
  reserve(id: string, recipients: number): Promise<Reservation>
  /** Gives back what was reserved by this id. */
  release(id: string): Promise<void>
  today(): Promise<AllowanceState>
}

/** A rendered delivery that waits in the store for a slot of its target; its execution is `pending`. */
type WaitingDelivery = {
  _id: string
  webhookId: string
  /** The `from` of the version that matched: its url, headers and secret are used. */
  versionFrom: number
  target: string
  body: string
  isJson: boolean | null
  /** Of a mail. */
  subject?: string | undefined
  attempt: number
  /** The webhooks that led to the event. */
  chain: readonly string[]
}

/** A waiting delivery that was claimed. `token`: whose claim it is. */
export type ClaimedDelivery = WaitingDelivery & { token: string }

/** Parked deliveries. A claim is a lease: what its holder does not finish in time is claimed by another. */
export type WaitingStore = {
  /** Durable when it resolves; what is there is left as it is. @returns false when too many wait for this webhook */
  park(delivery: WaitingDelivery): Promise<boolean>
  has(id: string): Promise<boolean>
  /** Up to `limit` deliveries, the longest waiting first, none of these targets. */
  claim(options: { limit: number; exceptTargets: readonly string[] }): Promise<ClaimedDelivery[]>
  /** @returns whether the claim still stood; it is as long as at first again */
  renew(claimed: Pick<ClaimedDelivery, '_id' | 'token'>): Promise<boolean>
  /** Removes what has ended. */
  remove(id: string): Promise<void>
  /** Gives a claim back, to be claimed again after a short while. */
  release(claimed: Pick<ClaimedDelivery, '_id' | 'token'>): Promise<void>
}
