import { noContent, type Operation, occasionOf } from '@sluice/service-kit'
import type { MailServers } from '../ports/mail-servers.ts'
import { noOwnMailServer } from './show-mail-server.ts'

/** `DELETE /webhooks/mail-server`: mails go by the service's server from now on, where there is one. */
export const deleteMailServer = ({ mailServers, now }: { mailServers: MailServers; now: () => Date }): Operation => ({
  id: 'deleteMailServer',
  tag: 'webhooks',
  summary: "Forget the owner's own mail server",
  answers: { 204: 'Forgotten' },
  errors: ['NOT_FOUND'],
  async handle(request) {
    return (await mailServers.remove(occasionOf(request, now()))) ? noContent() : noOwnMailServer()
  },
})
