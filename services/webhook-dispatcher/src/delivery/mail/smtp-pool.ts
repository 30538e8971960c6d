import type { MailServer } from '../../domain/mail/mail-server.ts'
import type { SmtpSession } from './smtp-session.ts'

const IDLE_MS = 10_000
const MAX_MAILS = 100

type KeptSession = { session: SmtpSession; sent: number; timer?: NodeJS.Timeout }

export type SmtpPool = ReturnType<typeof createSmtpPool>
export type PooledSession = KeptSession

/**
 * Sessions that are kept for the next mail: 10 s, and 100 mails each, since servers bound both. There are never more of
 * them than mails were under way at once. A server whose settings have changed is another one.
 */
export function createSmtpPool() {
  const idle = new Map<MailServer, KeptSession[]>()
  const all = new Set<KeptSession>()
  let isClosed = false

  function drop(server: MailServer, kept: KeptSession): void {
    const left = (idle.get(server) ?? []).filter(other => other !== kept)
    if (left.length > 0) idle.set(server, left)
    else idle.delete(server)
    all.delete(kept)
    kept.session.quit()
  }

  return {
    /** A session that is kept and was open at last sight. */
    take(server: MailServer): PooledSession | undefined {
      for (let kept = idle.get(server)?.pop(); kept; kept = idle.get(server)?.pop()) {
        clearTimeout(kept.timer)
        if (kept.session.isOpen()) return kept
        all.delete(kept)
      }
      return undefined
    },

    /** Takes a new session into account, so that it ends with the pool. */
    enter(session: SmtpSession): PooledSession {
      const kept = { session, sent: 0 }
      all.add(kept)
      if (isClosed) session.close()
      return kept
    },

    /** Gives a session back after a mail. */
    leave(server: MailServer, kept: PooledSession): void {
      kept.sent += 1
      if (!kept.session.isOpen()) all.delete(kept)
      else if (kept.sent >= MAX_MAILS || isClosed) drop(server, kept)
      else {
        kept.timer = setTimeout(() => drop(server, kept), IDLE_MS).unref()
        idle.set(server, [...(idle.get(server) ?? []), kept])
      }
    },

    /** At once, also what is in use. */
    close(): void {
      isClosed = true
      for (const { session, timer } of all) {
        clearTimeout(timer)
        session.close()
      }
      all.clear()
      idle.clear()
    },
  }
}
