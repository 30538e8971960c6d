import type { ExecutionStatus, MailServerRecord, WatchRecord, WebhookId, WebhookRecord } from '@sluice/contracts'
import type { Exchange } from '@sluice/predicate'
import type { Document } from '@sluice/store'
import type { ProcessPlace } from './claimant/process-place.ts'
import type { WaitingReason } from './domain/delivery-life.ts'
import type { Claim } from './domain/execution/claim.ts'
import type { ClaimantLife } from './domain/execution/claimant.ts'
import type {
  AttemptNote,
  DeliveryError,
  EventRow,
  ExecutionResult,
  ExecutionRow,
} from './domain/execution/execution.ts'
import type { AllowanceState } from './domain/execution/mail-allowance.ts'
import type { MailServer } from './domain/mail/mail-server.ts'
import type { PlannedMail } from './domain/mail/plan-mail.ts'
import type { PlannedRequest } from './domain/request/plan-delivery.ts'
import type { WebhookVersion } from './domain/webhook/webhook-version.ts'

/** What a change does to the stored webhook: keep it as it is, replace it, or remove it. */
export type WebhookWrite<R> = { kind: 'put'; record: WebhookRecord } | { kind: 'remove' } | { kind: 'leave'; result: R }

/** Where webhooks are written. Each write is a change of the topic `webhooks` and leaves a version behind. */
export type WebhookStore = {
  /**
   * Decides on the stored state and writes in one transaction; live here before it resolves.
   * @param decide pure; may be called again after a conflict
   * @param among a filter on webhooks as they are stored, judged in the moment of the write: one that it leaves out is
   * there for nobody, and stays as it is. Default: all
   */
  change<R>(
    id: WebhookId,
    decide: (stored: WebhookRecord | undefined) => WebhookWrite<R>,
    among?: Document,
  ): Promise<{ kind: 'written'; before?: WebhookRecord; after?: WebhookRecord } | { kind: 'left'; result: R }>
  /** @param among a filter on webhooks as they are stored. @returns those that it names, as they are stored now */
  find(among: Document): Promise<WebhookRecord[]>
  /** Versions of one webhook that judge events stamped from `first` to `last`. */
  versionsOf(id: string, range: { first: number; last: number }): Promise<WebhookVersion[]>
  /** Removes versions that ended before this moment. */
  forgetVersionsBefore(moment: Date): Promise<void>
}

/** The webhooks as this process knows them, in step with the change log. */
export type LiveWebhooks = {
  /** The enabled webhooks that match an event with this stamp; the same whenever and wherever it is asked. */
  matchAt(sequence: number, exchange: Exchange): Promise<readonly WebhookVersion[]>
  /** All current webhooks, enabled or not. */
  all(): WebhookRecord[]
  get(id: string): WebhookRecord | undefined
  /** The version in force of a webhook that is there. */
  versionOf(id: string): WebhookVersion | undefined
  isPluginEnabled(): boolean
  /** Whether deliveries of this webhook may start now: the plugin is on, and it is there and enabled. A no may be behind. */
  mayDeliver(id: string): boolean
  /**
   * Takes over everything that was stored before this call, so that a no which can't be taken back is one that was true
   * after it. @returns false when the store does not answer, and nothing may be decided
   */
  catchUp(): Promise<boolean>
}

/**
 * Events and executions. Everything is idempotent by id: what is there is left as it is. Of events that nothing matched,
 * the log keeps what its budget lets it.
 */
export type LogStore = {
  /**
   * Durable when it resolves. @returns the executions in their order, as they are stored now: those of an event that
   * comes again keep the state that they have
   */
  open(event: EventRow, executions: readonly ExecutionRow[]): Promise<OpenedExecution[]>
  /**
   * Puts a claim on an execution that has not ended and bears none, one that is over, one by the same claimant, or one by
   * `instead`, whose process is gone. @returns whether it was put
   */
  claim(execution: ExecutionRow, put: ClaimPut): Promise<boolean>
  /** Ends a claim of this claimant, if it still stands. */
  release(execution: ExecutionRow, of: { claimant: string; begun: number }): Promise<void>
  /**
   * Durable when it resolves. An execution has one end: where it has ended already, only a success takes the place of what
   * failed or was skipped, as somebody's target has taken it then; the attempts of both stay in the list.
   * @param attempts all that were made here. @returns whether it is this result that the execution shows now
   */
  finish(execution: ExecutionRow, result: ExecutionResult, attempts: readonly AttemptNote[]): Promise<boolean>
  /** What came of the attempts of one that is tried again. Has no effect where a later attempt stands, or it has ended. */
  note(execution: ExecutionRow, so: AttemptsSoFar): Promise<void>
  /** Puts a single execution where none stands under its id. Durable when it resolves. @returns the one that stands */
  add(execution: ExecutionRow): Promise<ExecutionRow>
  /** What each event matched, newest first, without reading the events. */
  eventMatches(range: IdRange): Promise<EventMatches[]>
  /**
   * The events of a range that this webhook has no execution for, newest first, the texts of their bodies empty; `ids` of
   * all that were looked at.
   */
  eventsBeside(webhookId: string, range: IdRange): Promise<{ ids: string[]; events: EventRow[] }>
  /** These events of one day (`yyyymmdd`), newest first; without `hasBodies` the texts of their bodies are empty. */
  events(day: string, ids: readonly string[], options: { hasBodies: boolean }): Promise<EventRow[]>
  /**
   * Without the texts of bodies; of one status only, where it is said. All that have the event of the last one belong to
   * it, so that they may be a few more.
   */
  executions(webhookId: string, range: IdRange, status?: ExecutionStatus): Promise<ExecutionRow[]>
  /** What a webhook did about one event: its execution, and those by which it was repeated. Without the texts of bodies. */
  executionsOf(webhookId: string, eventId: string): Promise<ExecutionRow[]>
  event(id: string): Promise<EventRow | undefined>
  execution(id: string): Promise<ExecutionRow | undefined>
  /** Entries of events up to this moment (epoch ms) are not shown any more. */
  clear(webhookId: string, upTo: number): Promise<void>
  clearedUpTo(webhookId: string): Promise<number>
  /** Drops all days before this moment; what has failed only before `failedBefore`, where that is longer ago. */
  forgetDaysBefore(moment: Date, failedBefore?: Date): Promise<void>
  /** How many events of about these instants (epoch ms) the log did not store, or gave up for its budget. */
  eventsNotStored(range: { from: number; to: number }): Promise<number>
}

type ClaimPut = { claim: Claim; attempt: number; now: Date; instead?: string | undefined }
type EventMatches = Pick<EventRow, '_id' | 'matched'>
/** Of an execution that is tried again. `result` is that of the last attempt. */
type AttemptsSoFar = { result: ExecutionResult; attempts: readonly AttemptNote[]; nextAttemptAt: Date }
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

/** A rendered delivery that waits in the store; its execution is `pending`. */
export type WaitingDelivery = {
  _id: string
  webhookId: string
  /** The `from` of the version whose url, headers and secret are used: the one that matched, or was asked for. */
  versionFrom: number
  target: string
  reason: WaitingReason
  /** By the store's clock. */
  dueAt: Date
  body: string
  isJson: boolean | null
  /** Of a mail. */
  subject?: string | undefined
  /** The number of the attempt that it waits for, and those that have ended. */
  attempt: number
  attempts: readonly AttemptNote[]
  /** An attempt was broken off by a crash: nobody knows what came of it. */
  isUncertain: boolean
  /** The webhooks that led to the event. */
  chain: readonly string[]
  /** The execution, where it may not be in the log yet. */
  opening?: ExecutionRow | undefined
}

/** A waiting delivery that was claimed. `token`: whose claim it is. */
export type ClaimedDelivery = WaitingDelivery & { token: string }

/** What waits of one webhook for one target. */
export type Lane = Pick<WaitingDelivery, 'webhookId' | 'target'>
type Held = Pick<ClaimedDelivery, '_id' | 'token'>

/**
 * Parked deliveries. A claim is a lease: what its holder does not finish in time is claimed by another, as the next
 * attempt.
 */
export type WaitingStore = {
  /** Durable when it resolves; what is there is left as it is. @returns false when too many wait for this webhook */
  park(delivery: WaitingDelivery): Promise<boolean>
  has(id: string): Promise<boolean>
  /** In their order, those after this one, at most `limit`. */
  lanes(after: Lane, limit: number): Promise<Lane[]>
  /** Up to `limit` that are due, or all that nobody holds, the longest waiting first. */
  claim(lane: Lane, options: { limit: number; isDue: boolean }): Promise<ClaimedDelivery[]>
  /** @returns whether the claim still stood; it is as long as at first again */
  renew(claimed: Held): Promise<boolean>
  /** Removes what has ended, unless somebody else holds it by now: they find out and remove it. */
  remove(claimed: Held): Promise<void>
  /**
   * Gives a claim back of which nothing was begun, to be claimed again after a short while. Where the store is away, that
   * is done before this process claims anything else. @param reason the new one
   */
  release(claimed: Held, reason?: WaitingReason): Promise<void>
  /** Ends a claim whose attempt has failed, until the next one. @returns whether the claim still stood */
  putOff(
    claimed: Held & Pick<ClaimedDelivery, 'isUncertain'>,
    next: Pick<WaitingDelivery, 'dueAt' | 'attempt' | 'attempts'>,
  ): Promise<boolean>
  /** Ends the claims of these claimants, whose processes are gone: as when their leases end. @returns how many they were */
  releaseOf(claimants: readonly string[]): Promise<number>
  /** How many of a webhook wait for a reason, and since when. */
  heldBack(webhookId: string, reason: WaitingReason): Promise<{ waiting: number; since: Date } | undefined>
}

/** Who bears a name. `at`: when it was heard of last, by the store's clock. `former`: the lives that it has replaced, latest first. */
export type ClaimantMark = {
  boot: string
  at: Date
  hasEnded: boolean
  place: ProcessPlace | undefined
  former: readonly string[]
}

/** The names of claimants. One life at a time bears a name. */
export type ClaimantStore = {
  find(name: string): Promise<ClaimantMark | undefined>
  /** In one step. @param holder who bore it when it was looked at. @returns false when that is so no more */
  take(
    name: string,
    mark: Pick<ClaimantMark, 'boot' | 'at' | 'place'>,
    holder: ClaimantMark | undefined,
  ): Promise<boolean>
  /** Says that it lives. @returns false when another life has its name */
  beat(life: ClaimantLife, at: Date): Promise<boolean>
  /** Says that it has ended by itself. */
  end(life: ClaimantLife): Promise<void>
  /** Forgets who was heard of last before this moment. */
  forgetBefore(moment: Date): Promise<void>
}

/** What makes events wanted for a while. Each write is a change of the topic `watches`. */
export type WatchStore = {
  /** At most one runs at a time. @returns this one, or the one that runs */
  startRecording(recording: WatchRecord): Promise<WatchRecord>
  recording(id: string): Promise<WatchRecord | undefined>
  put(watch: WatchRecord): Promise<void>
  /** Of one that has ended, or soon will: nobody is told. */
  remove(id: string): Promise<void>
  /** Removes what ended before this moment. */
  forgetBefore(moment: Date): Promise<void>
}
