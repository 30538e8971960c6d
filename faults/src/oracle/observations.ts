/** An instant on the rig's clock, in epoch ms. */
type Instant = number

export type RequestKind = 'post' | 'get' | 'graphql'

/**
 * A response that was received in full; `eventId` is its request id. `no-room`: a 503 that says that no more events can
 * be kept.
 */
export type ReceivedAnswer = {
  status: number
  eventId: string
  refusal?: 'no-room' | undefined
  /** What a 5xx says of its reason. */
  detail?: string | undefined
  /** It says when to try again. */
  saysWhen?: boolean
}

/** What the driver wrote down about one request. */
export type SentRequest = {
  /** Unique; it is in the request's query, so that every event and delivery shows it. */
  tag: string
  kind: RequestKind
  gateway: number
  startedAt: Instant
  endedAt: Instant
  /** Only where the last byte of the response was received. */
  answer: ReceivedAnswer | undefined
  /** Why it was not. */
  failure?: string | undefined
}

/** What a row asked for itself, over and over, and was told. */
export type AskedAnswer = {
  /** The name of the question that was asked. */
  name: string
  gateway: number
  startedAt: Instant
  endedAt: Instant
  answer: ReceivedAnswer | undefined
}

/** What a target received, and how it answered. */
export type TargetDelivery = {
  /** The `webhook-id` header. */
  deliveryId: string
  eventId: string
  webhookId: string
  tag: string
  receivedAt: Instant
  answeredAt: Instant
  status: number
}

export type LogRow = {
  entryId: string
  webhookId: string
  eventId: string
  status: 'success' | 'failed' | 'skipped' | 'pending'
}

/** What the prober saw of one key on one gateway. */
export type ProbedKey = {
  keyId: string
  gateway: number
  /** When the response to its DELETE had arrived; undefined when that was never answered with success. */
  revokedAt: Instant | undefined
  /** Start of the last request that was let in. */
  lastLetInAt: Instant | undefined
  /** Requests that were answered 401 although the key had worked here, before anybody asked for its end. */
  liesTold: number
}

/** One process of Sluice over the whole run. */
export type ProcessRecord = {
  name: string
  /** Lines of its output that tell of an unhandled rejection, an uncaught exception or running out of memory. */
  complaints: readonly string[]
  /** It was gone, and the rig had not ended it. */
  diedAlone: boolean
  /** Before and after the fault; undefined where it is another process by then. */
  resources: { before: Resources; after: Resources } | undefined
}
/** `liveBytes`: of the heap and what it holds outside of it. Both figures of memory: right after its garbage was collected. */
export type Resources = { descriptors: number; liveBytes: number; residentBytes: number }

export type Span = { from: Instant; to: Instant }

/**
 * `mayBreak`: the connection may also end without an answer. `isServiceGone`: a service behind the gateways has no process,
 * and they may say so (502).
 */
export type Hardship = Span & { gateway: number | undefined; mayBreak: boolean; isServiceGone?: boolean }

export type Observations = {
  sent: readonly SentRequest[]
  /** The outcomes of the other requests of the rig; they are events too, that no webhook is fired by. */
  aside: readonly (ReceivedAnswer | undefined)[]
  /** Tags of the written documents that the service shows afterwards. */
  stored: ReadonlySet<string>
  deliveries: readonly TargetDelivery[]
  /** All enabled webhooks; those that fire do so on each of the driver's requests, the others on none. */
  webhooks: readonly { id: string; fires: boolean }[]
  /** The whole log of each webhook over the run. */
  log: readonly LogRow[]
  keys: readonly ProbedKey[]
  processes: readonly ProcessRecord[]
  /** Before the fault, when all was warm; the fault is compared with it. */
  calm: Span
  fault: Span
  /** What the fault consisted of, one after another, where it has several parts. */
  phases: readonly (Span & { name: string })[]
  /** Gateways that had no process: requests that ran into it may fail. */
  outages: readonly (Span & { gateway: number })[]
  /** When a gateway's spool was full: it may refuse requests. */
  fullSpools: readonly (Span & { gateway: number })[]
  /** When requests may be refused (503) because of the fault; on every gateway where none is named. */
  hardships: readonly Hardship[]
  /** When the row had switched the plugin off and on: what webhooks did about requests of that time, its own judge says. */
  switchings: readonly Span[]
  /** Events whose only record on disk the rig has damaged. */
  ruined: ReadonlySet<string>
  /** Events that the gateways counted as given up, where that is allowed; otherwise undefined. */
  shed: number | undefined
  /**
   * Times in which a dispatcher was killed or frozen, or its group session was lost: what was in flight may come twice.
   * `spared` is the event or delivery that it died over while nothing of it was on its way: this one may not.
   */
  crashes: readonly (Span & { spared?: string | undefined })[]
}

/** What a row of the matrix promises. */
export type PromisedBars = {
  /** Share of the requests outside outages that are answered, and not with 5xx. */
  availability: number
  /** How many times the p99 before the fault the p99 during it may be; not judged when absent. */
  p99Factor?: number
  /** Longest time from the answer to DELETE to the start of the last request let in. */
  revokedWithinMs: number
}
