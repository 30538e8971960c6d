import { setTimeout as wait } from 'node:timers/promises'
import { newEtag } from '@sluice/documents'
import { type Logger, type Platform, type Secret, writeAuditOf } from '@sluice/service-kit'
import { isStoreOutage } from '@sluice/store'
import { AUDITED_OWNER, byNobody, OWNER } from './first-owner.ts'
import type { HashPassword, VerifyPassword } from './ports/passwords.ts'

type Dependencies = Pick<Platform, 'store' | 'changes' | 'db'> & {
  hashPassword: HashPassword
  verifyPassword: VerifyPassword
  logger: Logger
}

type PasswordFileOutcome = 'replaced' | 'in-force' | 'changed-elsewhere' | 'overtaken'

const TRY_AGAIN_MS = 1_000
const MAX_LOOKS = 3

/**
 * The owner's password where it comes from a file: when another one comes to stand in it, it replaces the one that stood
 * in it before, and no other, so that nobody's own choice is undone. Of several processes that see it, one writes.
 */
export function createOwnerPassword({ store, changes, db, hashPassword, verifyPassword, logger }: Dependencies) {
  const namespace = { db, collection: 'users' }
  const ending = new AbortController()
  let work = Promise.resolve()

  async function replaceOnce({ before, after }: Passwords): Promise<PasswordFileOutcome> {
    const stored = String((await store.collection(namespace).findOne({ _id: OWNER }))?.password)
    if (await verifyPassword(stored, after)) return 'in-force'
    if (before === undefined || !(await verifyPassword(stored, before))) return 'changed-elsewhere'
    const password = await hashPassword(after)
    const { result } = await changes.record<PasswordFileOutcome>(
      'users',
      OWNER,
      async (transaction, _change, abandon) => {
        const users = transaction.collection(namespace)
        const before = await users.findOne({ _id: OWNER, password: stored })
        if (!before) return abandon('overtaken')
        await users.updateOne({ _id: OWNER }, { $set: { password, _etag: newEtag() } })
        const after = { ...before, password }
        await writeAuditOf(transaction, db, { ...AUDITED_OWNER, before, after, occasion: byNobody(changes) })
        return 'replaced'
      },
    )
    return result
  }

  /** Whoever wrote at the same moment may have written the same. */
  async function settle(passwords: Passwords): Promise<PasswordFileOutcome> {
    let outcome: PasswordFileOutcome = 'overtaken'
    for (let looks = 0; looks < MAX_LOOKS && outcome === 'overtaken'; looks += 1) outcome = await replaceOnce(passwords)
    return outcome
  }

  /** For as long as the store is away, the change waits. */
  async function settleInTime(passwords: Passwords): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        return tell(await settle(passwords))
      } catch (error) {
        if (!isStoreOutage(error)) return logger.error({ err: error }, 'owner-password.not-replaced')
        await wait(TRY_AGAIN_MS, undefined, { signal: ending.signal }).catch(() => {})
      }
    }
  }

  function tell(outcome: PasswordFileOutcome): void {
    if (outcome === 'in-force') return
    if (outcome === 'replaced') logger.info('owner-password.replaced')
    else logger.warn({ reason: CHANGED_ELSEWHERE }, 'owner-password.not-replaced')
  }

  return {
    replace({ before, after }: PasswordFileChange): void {
      if (!after) return
      const passwords = { before: before?.reveal(), after: after.reveal() }
      work = work.then(() => settleInTime(passwords))
    },
    async stop(): Promise<void> {
      ending.abort()
      await work
    },
  }
}

/** What stood in the file, and what stands there now. */
type PasswordFileChange = { before: Secret | undefined; after: Secret | undefined }
type Passwords = { before: string | undefined; after: string }

const CHANGED_ELSEWHERE = `The password of "${OWNER}" is not the one that stood in the file before: it was changed by other means. Change it by PATCH /users/${OWNER}.`
