import { noContent, type Operation } from '@sluice/service-kit'
import type { MailServers } from '../ports/mail-servers.ts'
import { noOwnMailServer } from './show-mail-server.ts'

/** `DELETE /webhooks/mail-server`: mails go by the service's server from now on, where there is one. */
export const deleteMailServer = ({ mailServers }: { mailServers: MailServers }): Operation => ({
  id: 'deleteMailServer',
  tag: 'webhooks',
  summary: "Forget the owner's own mail server",
  answers: { 204: 'Forgotten' },
  errors: ['NOT_FOUND'],
  async handle() {
    return (await mailServers.remove()) ? noContent() : noOwnMailServer()
  },
})
