import { type AuditedWrite, type Occasion, writeAuditOf } from '@sluice/service-kit'
import type { Namespace } from '@sluice/store'
import type { FollowedWrite } from './recorded-guard.ts'

type NotedWrite = { kind: AuditedWrite['kind']; namespace: Namespace; occasion: Occasion }

/** Notes a write in the audit trail, in the transaction of the write. */
export async function noteWrite(
  { transaction, id, before, after }: FollowedWrite,
  { kind, namespace, occasion }: NotedWrite,
): Promise<undefined> {
  await writeAuditOf(transaction, namespace.db, { kind, id, before, after, occasion })
}
