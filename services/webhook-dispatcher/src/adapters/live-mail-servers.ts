import type { ChangeLog } from '@sluice/change-log'
import { type MailServerRecord, mailServerRecord } from '@sluice/contracts'
import { type Logger, writeAuditOf } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { MAIL_SERVER_ID, type MailServer, ownMailServer } from '../domain/mail/mail-server.ts'
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
    async put(record, occasion) {
      await changes.record('webhooks', MAIL_SERVER_ID, async transaction => {
        const servers = transaction.collection(name)
        const before = await servers.findOne({ _id: MAIL_SERVER_ID })
        await servers.replaceOne({ _id: MAIL_SERVER_ID }, record, { upsert: true })
        await writeAuditOf(transaction, db, { ...AUDITED, before, after: record, occasion })
      })
    },
    async remove(occasion) {
      const { result } = await changes.record('webhooks', MAIL_SERVER_ID, async transaction => {
        const before = await transaction.collection(name).findOneAndDelete({ _id: MAIL_SERVER_ID })
        await writeAuditOf(transaction, db, { ...AUDITED, before, after: undefined, occasion })
        return before
      })
      return result !== undefined
    },
  }
}

const AUDITED = { kind: 'mail-server', id: MAIL_SERVER_ID } as const
