import { WATCHES_COLLECTION } from '@sluice/contracts'
import type { Namespace } from '@sluice/store'

/**
 * The dispatcher's collections in one database. What matched has a collection for each UTC day (`yyyymmdd`); what did not,
 * and all bodies, have one for each hour (`yyyymmddhh`), so that the budget gives up whole ones.
 */
export const collectionsOf = (db: string) => {
  const named = (prefix: string) => (bucket: string) => ({ db, collection: prefix + bucket }) satisfies Namespace
  return {
    webhooks: { db, collection: 'webhooks' } satisfies Namespace,
    versions: { db, collection: 'webhookVersions' } satisfies Namespace,
    logClears: { db, collection: 'webhookLogClears' } satisfies Namespace,
    quarantine: { db, collection: 'webhookQuarantine' } satisfies Namespace,
    waiting: { db, collection: 'webhookDeliveriesWaiting' } satisfies Namespace,
    mailServer: { db, collection: 'webhookMailServer' } satisfies Namespace,
    mailAllowance: { db, collection: 'webhookMailAllowance' } satisfies Namespace,
    /** The same of mails to the contacts of webhooks. */
    contactAllowance: { db, collection: 'webhookContactAllowance' } satisfies Namespace,
    claimants: { db, collection: 'webhookClaimants' } satisfies Namespace,
    storeUsage: { db, collection: 'webhookStoreUsage' } satisfies Namespace,
    /** What deliveries came to, by hour and by minute of their event, and how the newest of each webhook has ended. */
    hours: { db, collection: 'webhookHours' } satisfies Namespace,
    minutes: { db, collection: 'webhookMinutes' } satisfies Namespace,
    lastEnds: { db, collection: 'webhookLastEnds' } satisfies Namespace,
    /** What Sluice has told of itself, and is to tell. */
    occurrences: { db, collection: 'webhookOccurrences' } satisfies Namespace,
    watches: { db, collection: WATCHES_COLLECTION } satisfies Namespace,
    executions: named('webhookExecutions'),
    /** The collections of events that a webhook matched. */
    events: named('webhookEvents'),
    bodies: named('webhookBodies'),
    unmatchedEvents: named('webhookUnmatchedEvents'),
    unmatchedBodies: named('webhookUnmatchedBodies'),
    refusedEvents: named('webhookRefusedEvents'),
    /** What has failed of a day that is gone, kept for longer; its events with their bodies. */
    failedExecutions: named('webhookFailedExecutions'),
    failedEvents: named('webhookFailedEvents'),
  }
}

const BUCKETS = /^webhook(?:Executions|(?:Unmatched|Refused)?Events|(?:Unmatched)?Bodies)(\d{8})(?:\d\d)?$/
const KEPT_BUCKETS = /^webhookFailed(?:Executions|Events)(\d{8})$/

/** The day of a collection of events, bodies or executions. `isKept`: of what is kept for longer. */
export function dayOfCollection(name: string): { day: string; isKept: boolean } | undefined {
  const day = BUCKETS.exec(name)?.[1]
  if (day !== undefined) return { day, isKept: false }
  const kept = KEPT_BUCKETS.exec(name)?.[1]
  return kept === undefined ? undefined : { day: kept, isKept: true }
}

/** Whether it is a collection of executions, also of those that are kept for longer. */
export const isOfExecutions = (name: string): boolean => /^webhook(?:Failed)?Executions\d{8}$/.test(name)
