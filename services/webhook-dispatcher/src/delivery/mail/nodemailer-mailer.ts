import type { DeliveryError } from '../../domain/execution/execution.ts'
import type { MailServer } from '../../domain/mail/mail-server.ts'
import type { PlannedMail } from '../../domain/mail/plan-mail.ts'
import { MAIL_TIMEOUT_MS } from '../../domain/request/delivery-timeout.ts'
import { judgeMailHost } from '../../domain/target/destination.ts'
import { inTurn } from '../../names/in-turn.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { LookupsFull } from '../../ports/sender.ts'
import type { ReachOptions } from './smtp-connect.ts'
import { createSmtpPool, type PooledSession, type SmtpPool } from './smtp-pool.ts'
import type { OpenedSession, SessionOutcome } from './smtp-session.ts'

const VERIFY_TIMEOUT_MS = 20_000
/** What a server says that is about to close. */
const SERVICE_CLOSING = 421

/** Sends mails by kept SMTP connections. What composes and sends them is loaded with the first one: many dispatchers send none. */
export function createNodemailerMailer(options: ReachOptions): Mailer {
  const pool = createSmtpPool()
  const closing = new AbortController()
  const within = <T>(timeoutMs: number, work: (deadline: AbortSignal) => Promise<T>) =>
    withDeadline(timeoutMs, deadline => work(AbortSignal.any([deadline, closing.signal])))
  return {
    async send(mail, server) {
      const startedAt = performance.now()
      const { composeMail } = await import('./compose-mail.ts')
      const message = await composeMail(mail)
      const outcome = await within(options.timeoutMs ?? MAIL_TIMEOUT_MS, deadline =>
        sendBy(pool, { mail, message, server, options, deadline }),
      )
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },

    verify: server =>
      within(options.timeoutMs ?? VERIFY_TIMEOUT_MS, async deadline => {
        const opened = await open(server, options, deadline)
        if (opened.kind === 'failed') return opened.error
        if (opened.kind === 'full') return opened
        opened.session.quit()
        return undefined
      }),

    close() {
      closing.abort()
      pool.close()
    },
  }
}

type Errand = {
  mail: PlannedMail
  message: Buffer
  server: MailServer
  options: ReachOptions
  deadline: AbortSignal
}

async function sendBy(pool: SmtpPool, errand: Errand): Promise<SessionOutcome | LookupsFull> {
  const { server, options, deadline } = errand
  const kept = pool.take(server)
  const outcome = kept && (await give(pool, kept, errand))
  if (outcome && !isStale(outcome)) return outcome
  const opened = await open(server, options, deadline)
  if (opened.kind === 'full') return opened
  if (opened.kind === 'failed') return { ...opened, tookNothing: true }
  return give(pool, pool.enter(opened.session), errand)
}

async function give(pool: SmtpPool, kept: PooledSession, errand: Errand): Promise<SessionOutcome> {
  const { mail, message, server, deadline } = errand
  const outcome = await kept.session.send(mail, message, deadline)
  pool.leave(server, kept)
  return outcome
}

/** A connection that was kept may have been closed by the server in the meantime: nothing was given to it then. */
const isStale = (outcome: SessionOutcome): boolean =>
  outcome.kind === 'failed' &&
  outcome.tookNothing &&
  (outcome.error.code === 'CONNECTION_CLOSED' || outcome.reply?.statusCode === SERVICE_CLOSING)

async function open(
  server: MailServer,
  options: ReachOptions,
  deadline: AbortSignal,
): Promise<OpenedSession | LookupsFull> {
  const reason = server.isOwners ? judgeMailHost(server.host, server.port, options.open) : undefined
  if (reason) return { kind: 'failed', error: destinationRefused(reason), reply: null }
  const { openSmtpSession } = await import('./smtp-session.ts')
  return inTurn(options.names, server.host, () => openSmtpSession(server, options, deadline))
}

const destinationRefused = (reason: string): DeliveryError => ({
  stage: 'destination',
  code: 'DESTINATION_REFUSED',
  message: `The host of the mail server ${reason}.`,
})

async function withDeadline<T>(timeoutMs: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  // A process that was frozen looks at its timers before its sockets: what was answered in time still counts.
  const timer = setTimeout(() => setImmediate(() => ending.abort()), timeoutMs)
  try {
    return await work(ending.signal)
  } finally {
    clearTimeout(timer)
  }
}
