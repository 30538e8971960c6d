import { judgeSavedPermission, type RuleReach, withoutAbsentRules } from '@sluice/access'
import type { ChangeLog } from '@sluice/change-log'
import { type FieldError, formatId, refuseFields } from '@sluice/contracts'
import { occasionOf, type ServiceRequest } from '@sluice/service-kit'
import type { Collection, Document, Namespace, StoreTransaction } from '@sluice/store'
import { noteWrite } from './note-write.ts'
import { recordedRun, recordWith } from './recorded-guard.ts'
import { openGuard, type SettleWrite, type WriteGuard } from './write-guard.ts'

type Dependencies = {
  changes: ChangeLog
  trial?: StoreTransaction | undefined
  namespace: Namespace
  collection: Collection
  ruleReach: RuleReach
  request: Pick<ServiceRequest, 'caller'>
  settle?: SettleWrite | undefined
}

/** Stands in answers of writes, and is dropped from documents that are sent back with it. */
export const WARNINGS = '_warnings'

/** Permissions: each is checked whole, as it would be stored. Of those that were written it tells what to be warned of. */
export function aclGuard({
  changes,
  trial,
  namespace,
  collection,
  ruleReach,
  request,
  settle,
}: Dependencies): WriteGuard {
  const warned = new Map<string, readonly FieldError[]>()
  const run = recordedRun({
    record: recordWith({ changes, topic: 'acl', trial }),
    namespace,
    settle,
    judgeBefore: () => undefined,
    judgeAfter(after, before) {
      const judged = judgeSavedPermission({ document: after, isNew: before === undefined }, ruleReach)
      if (judged.kind === 'unfit') return refuseFields(judged.faults)
      warned.set(formatId(after._id), judged.warnings)
      return undefined
    },
    follow: write => {
      const occasion = occasionOf(request, new Date(changes.storeTime()))
      return noteWrite(write, { kind: 'permission', namespace, occasion })
    },
  })
  return {
    ...openGuard(collection),
    isOneByOne: true,
    run,
    prepareDocument: async document => ({ kind: 'prepared', value: withoutAbsentRules(withoutWarnings(document)) }),
    prepareUpdate: async update => ({
      kind: 'prepared',
      value: update.$set ? unsettingAbsent({ ...update, $set: withoutWarnings(update.$set) }) : update,
    }),
    warningsOf: ({ _id }) => warned.get(String(_id)) ?? [],
  }
}

/** A rule that is set to null is taken off. */
function unsettingAbsent({ $set, $unset, ...operators }: Record<string, Document>): Record<string, Document> {
  const isAbsent = ([name, value]: [string, unknown]) => value === null && /^(?:priority|mongo(?:\.[^.]+)?)$/.test(name)
  const fields = Object.entries(withoutAbsentRules($set ?? {}))
  const absent = Object.entries($set ?? {}).filter(isAbsent)
  const unset = { ...$unset, ...Object.fromEntries(absent.map(([name]) => [name, true])) }
  return {
    ...operators,
    $set: Object.fromEntries(fields.filter(field => !isAbsent(field))),
    ...(Object.keys(unset).length > 0 && { $unset: unset }),
  }
}

const withoutWarnings = (fields: Document): Document =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.split('.', 1)[0] !== WARNINGS))
