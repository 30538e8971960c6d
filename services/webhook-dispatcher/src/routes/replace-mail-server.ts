import { mailServerInput, refuseFields, shownMailServer } from '@sluice/contracts'
import { type Operation, occasionOf, ok } from '@sluice/service-kit'
import type { DeliveryError } from '../domain/execution/execution.ts'
import { checkMailServer, ownMailServer, showMailServer } from '../domain/mail/mail-server.ts'
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
  body: mailServerInput,
  answers: { 200: shownMailServer },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'OVERLOADED'],
  async handle(request) {
    const checked = checkMailServer(parseSmallBody(anyFields, request), mailServers.own(), { open, at: now() })
    if (checked.kind === 'refuse') return checked
    const fault = await mailer.verify(ownMailServer(checked.record))
    if (fault && 'kind' in fault) return refuseLookupsFull()
    if (fault) return refuseFields([{ path: fieldAtFault(fault), message: fault.message }])
    await mailServers.put(checked.record, occasionOf(request, now()))
    return ok(showMailServer(checked.record))
  },
})

function fieldAtFault({ stage }: DeliveryError): string {
  if (stage === 'login') return 'password'
  return stage === 'tls' ? 'secure' : 'host'
}
