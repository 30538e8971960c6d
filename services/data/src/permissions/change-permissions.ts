import { setImmediate as nextTurn } from 'node:timers/promises'
import { judgeSavedPermission, type Permission, withPermissions } from '@sluice/access'
import { formatId, type Refusal, refuseFields } from '@sluice/contracts'
import { applyWriteRules, checkSameId } from '@sluice/documents'
import { occasionOf, writeAuditOfEach } from '@sluice/service-kit'
import type { Collection, StoreTransaction } from '@sluice/store'
import type { CollectionRequest } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { guardOf } from '../guard-of.ts'
import { prepareNew } from '../writes/create-document.ts'
import { judgeChanges, type PermissionWrite, type StoredPermissions } from './judge-changes.ts'
import { faultsWithin, type JudgedPermissionChange, keyOf, type PermissionChange } from './permission-change.ts'

/** Beyond, others get a turn: to judge one permission takes up to some ms, and a set has up to 1,000. */
const TURN_MS = 10

/**
 * Puts the fields into each document that the caller's permission sets, and a new version, and judges what hangs on the
 * document alone.
 */
export async function prepareChanges(
  changes: readonly PermissionChange[],
  asked: CollectionRequest,
  dependencies: DataDependencies,
): Promise<{ kind: 'prepared'; changes: readonly JudgedPermissionChange[] } | Refusal> {
  const { rules } = asked
  const guard = await guardOf(asked, dependencies)
  const prepared: JudgedPermissionChange[] = []
  let turnEndsAt = performance.now() + TURN_MS
  for (const change of changes) {
    if (performance.now() > turnEndsAt) {
      await nextTurn()
      turnEndsAt = performance.now() + TURN_MS
    }
    if (change.kind === 'delete') {
      prepared.push(change)
      continue
    }
    const { id, document } = change
    const written =
      checkSameId(document, id, rules.mergeRequest) ?? (await prepareNew(document, { rules, guard, target: { id } }))
    if (written.kind === 'refuse') return refuseFields(faultsWithin(`${change.place}.document`, written))
    const judgement = judgeSavedPermission({ document: written.value, isNew: false }, dependencies.ruleReach)
    prepared.push({ ...change, document: written.value, judgement })
  }
  return { kind: 'prepared', changes: prepared }
}

export type ChangedPermissions<T> = { kind: 'changed'; writes: readonly PermissionWrite[]; told: T }

/**
 * Makes all changes of a set in one transaction, and with one entry of the change log, so that whoever follows goes from
 * the state before to the state after; or makes none. In a trial nothing is told, and the trial rolls all back.
 * @param tell is asked before anything is committed
 */
export async function changePermissions<T>(
  changes: readonly JudgedPermissionChange[],
  { asked, dependencies, tell }: PermissionChanging<T>,
): Promise<ChangedPermissions<T> | Refusal> {
  const work = async (transaction: StoreTransaction): Promise<ChangedPermissions<T> | Refusal> => {
    const collection = transaction.collection(asked.place.namespace)
    const stored = await readStored(changes, collection, asked)
    const judged = judgeChanges(changes, stored)
    if (judged.kind === 'refuse') return judged
    const { writes } = judged
    const told = tell(writes)
    return (await write(writes, transaction, { asked, dependencies })) ?? { kind: 'changed', writes, told }
  }
  if (asked.trial) return work(asked.trial)
  const recorded = await dependencies.changes.recordSet('acl', async (transaction, _change, abandon) => {
    const outcome = await work(transaction)
    return outcome.kind === 'refuse' ? abandon(outcome) : outcome
  })
  return recorded.result
}

type ChangeContext = { asked: CollectionRequest; dependencies: DataDependencies }
export type PermissionChanging<T> = ChangeContext & { tell(writes: readonly PermissionWrite[]): T }

async function readStored(
  changes: readonly PermissionChange[],
  collection: Collection,
  { rules }: CollectionRequest,
): Promise<StoredPermissions> {
  const wanted = { _id: { $in: changes.map(({ id }) => id) } }
  const found = await collection.find(wanted, { limit: changes.length })
  const writable = rules.writeFilter
    ? await collection.find(applyWriteRules(wanted, rules), { limit: changes.length, projection: { _id: 1 } })
    : found
  const byKey = new Map(found.map(document => [keyOf(document._id), document]))
  const own = new Set(writable.map(({ _id }) => keyOf(_id)))
  return { find: key => byKey.get(key), isWritable: key => own.has(key) }
}

/** @returns what the store refuses, with its place; the transaction is to be given up then */
async function write(
  writes: readonly PermissionWrite[],
  transaction: StoreTransaction,
  { asked, dependencies: { changes } }: ChangeContext,
): Promise<Refusal | undefined> {
  const { namespace } = asked.place
  const { errors } = await transaction.collection(namespace).bulkWrite(writes.map(toOperation))
  if (errors.length > 0) {
    return refuseFields(errors.map(({ index, message }) => ({ path: writes[index]?.place ?? '', message })))
  }
  const occasion = occasionOf(asked.request, new Date(changes.storeTime()))
  const audited = writes.map(({ id, before, after }) => ({ kind: 'permission', id, before, after }) as const)
  await writeAuditOfEach(transaction, namespace.db, { writes: audited, occasion })
  return undefined
}

function toOperation({ id, before, after }: PermissionWrite) {
  if (!after) return { deleteOne: { filter: { _id: id } } }
  if (!before) return { insertOne: { document: after } }
  // An _id keeps the type that it has in the store.
  const { _id: _, ...replacement } = after
  return { replaceOne: { filter: { _id: id }, replacement } }
}

/** The permissions as they will be in force. */
export function afterWrites(acl: Parameters<typeof withPermissions>[0], writes: readonly PermissionWrite[]) {
  const put = writes.flatMap(({ permission }): Permission[] => (permission ? [permission] : []))
  const deleted = writes.filter(({ after }) => !after).map(({ id }) => formatId(id))
  return withPermissions(acl, put, deleted)
}
