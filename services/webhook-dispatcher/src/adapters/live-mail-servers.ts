import type { ChangeLog } from '@sluice/change-log'
import { type MailServerRecord, mailServerRecord, type Refusal, refuse } from '@sluice/contracts'
import { judgePreconditions, type Logger, writeAuditOf } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import {
  isPasswordKept,
  MAIL_SERVER_ID,
  type MailServer,
  ownMailServer,
  versionOf,
} from '../domain/mail/mail-server.ts'
import type { MailServers } from '../ports/mail-servers.ts'
import { collectionsOf } from './collections.ts'

type Dependencies = { store: Store; changes: ChangeLog; db: string; logger: Logger }

/**
 * Follows the owner's mail server, which is a change of the topic `webhooks` like that of a webhook; there is none of its
 * id. To be followed before it is asked.
 */
export function liveMailServers({ store, changes, db, logger }: Dependencies): MailServers & {
  /** @param service the operator's server */
  follow(service: MailServer | undefined): Promise<void>
} {
  const name = collectionsOf(db).mailServer
  let own: MailServerRecord | undefined
  let service: MailServer | undefined
  let current: MailServer | undefined

  async function read() {
    const found = await store.collection(name).findOne({ _id: MAIL_SERVER_ID }, { linearizable: true })
    const parsed = mailServerRecord.safeParse(found)
    if (found && !parsed.success) logger.error('mail-server.unreadable')
    own = parsed.data
    current = own ? ownMailServer(own) : service
  }

  return {
    async follow(ofOperator) {
      service = ofOperator
      await changes.follow({
        topic: 'webhooks',
        reload: read,
        apply: async id => {
          if (id === MAIL_SERVER_ID) await read()
        },
      })
    },
    current: () => current,
    own: () => own,
    async put(sent, { occasion, conditions, isDryRun, keepsPassword }) {
      type Saved = { kind: 'saved'; record: MailServerRecord } | Refusal
      const { result } = await changes.record<Saved>('webhooks', MAIL_SERVER_ID, async (transaction, _, abandon) => {
        const servers = transaction.collection(name)
        const before = await servers.findOne({ _id: MAIL_SERVER_ID })
        const unmet = judgePreconditions(conditions, storedVersion(before))
        if (unmet) return abandon(unmet)
        if (keepsPassword && !isPasswordKept(sent, readStored(before))) return abandon(refuseChanged())
        const record = { ...sent, updatedAt: laterThan(before, sent.updatedAt) }
        if (isDryRun) return abandon({ kind: 'saved', record })
        await servers.replaceOne({ _id: MAIL_SERVER_ID }, record, { upsert: true })
        await writeAuditOf(transaction, db, { ...AUDITED, before, after: record, occasion })
        return { kind: 'saved', record }
      })
      return result
    },
    async remove({ occasion, conditions, isDryRun }) {
      type Removed = { kind: 'removed'; wasThere: boolean } | Refusal
      const { result } = await changes.record<Removed>('webhooks', MAIL_SERVER_ID, async (transaction, _, abandon) => {
        const servers = transaction.collection(name)
        const before = await servers.findOne({ _id: MAIL_SERVER_ID })
        const unmet = judgePreconditions(conditions, storedVersion(before))
        if (unmet) return abandon(unmet)
        const removed = { kind: 'removed', wasThere: before !== undefined } as const
        if (isDryRun) return abandon(removed)
        await servers.deleteOne({ _id: MAIL_SERVER_ID })
        await writeAuditOf(transaction, db, { ...AUDITED, before, after: undefined, occasion })
        return removed
      })
      return result
    },
  }
}

const readStored = (stored: Document | undefined): MailServerRecord | undefined =>
  mailServerRecord.safeParse(stored).data

/** The version that is stored; empty for a record that can't be read. */
function storedVersion(stored: Document | undefined): string | undefined {
  if (!stored) return undefined
  const record = readStored(stored)
  return record ? versionOf(record) : ''
}

const refuseChanged = (): Refusal =>
  refuse(
    'CONFLICT',
    'The mail server was changed by somebody at the same moment. Send its password, or the request again.',
  )

/** A time that no stored version has, though a clock may stand or go back. */
function laterThan(stored: Document | undefined, at: Date): Date {
  const before = stored?.updatedAt instanceof Date ? stored.updatedAt.getTime() : 0
  return new Date(Math.max(at.getTime(), before + 1))
}

const AUDITED = { kind: 'mail-server', id: MAIL_SERVER_ID } as const
