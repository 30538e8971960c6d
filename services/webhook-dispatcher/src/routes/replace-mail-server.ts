import { mailServerInput, refuseFields, shownMailServer } from '@sluice/contracts'
import { dryRunQuery, isDryRun, type Operation, occasionOf, ok, readPreconditions } from '@sluice/service-kit'
import type { DeliveryError } from '../domain/execution/execution.ts'
import { checkMailServer, ownMailServer, showMailServer, versionOf } from '../domain/mail/mail-server.ts'
import type { OpenBlock } from '../domain/target/public-address.ts'
import { refuseLookupsFull } from '../names/name-lookup-error.ts'
import type { MailServers } from '../ports/mail-servers.ts'
import type { Mailer } from '../ports/mailer.ts'
import { anyFields, parseSmallBody } from './webhook-answer.ts'

export type ReplaceMailServer = {
  mailServers: MailServers
  mailer: Pick<Mailer, 'verify'>
  open: readonly OpenBlock[]
  now: () => Date
}

/** `PUT /webhooks/mail-server`: tried before it is saved, by a connection and a sign-in; nothing is sent. */
export const replaceMailServer = ({ mailServers, mailer, open, now }: ReplaceMailServer): Operation => ({
  id: 'replaceMailServer',
  tag: 'webhooks',
  summary: "Set up a mail server of one's own, by which mails are not counted",
  examples: {
    body: {
      host: 'smtp.example.com',
      port: 587,
      secure: false,
      user: 'sluice',
      password: 'correct horse',
      from: 'sluice@example.com',
    },
  },
  headers: ['If-Match', 'If-None-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  body: mailServerInput,
  answers: { 200: shownMailServer },
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'PAYLOAD_TOO_LARGE',
    'OVERLOADED',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'BAD_REQUEST',
  ],
  async handle(request) {
    const isTrial = isDryRun(request)
    const conditions = readPreconditions(request)
    const checked = checkMailServer(parseSmallBody(anyFields, request), mailServers.own(), { open, at: now() })
    if (checked.kind === 'refuse') return checked
    const fault = await mailer.verify(ownMailServer(checked.record))
    if (fault && 'kind' in fault) return refuseLookupsFull()
    if (fault) return refuseFields([{ path: fieldAtFault(fault), message: fault.message }])
    const { keepsPassword } = checked
    const write = { occasion: occasionOf(request, now()), conditions, isDryRun: isTrial, keepsPassword }
    const saved = await mailServers.put(checked.record, write)
    if (saved.kind === 'refuse') return saved
    // No version is stored by a trial, so that none is named.
    return ok(showMailServer(saved.record), isTrial ? {} : { ETag: `"${versionOf(saved.record)}"` })
  },
})

function fieldAtFault({ stage }: DeliveryError): string {
  if (stage === 'login') return 'password'
  return stage === 'tls' ? 'secure' : 'host'
}
