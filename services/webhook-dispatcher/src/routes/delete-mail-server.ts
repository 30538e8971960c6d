import { dryRunQuery, isDryRun, noContent, type Operation, occasionOf, readPreconditions } from '@sluice/service-kit'
import type { MailServers } from '../ports/mail-servers.ts'
import { noOwnMailServer } from './show-mail-server.ts'

/** `DELETE /webhooks/mail-server`: mails go by the service's server from now on, where there is one. */
export const deleteMailServer = ({ mailServers, now }: { mailServers: MailServers; now: () => Date }): Operation => ({
  id: 'deleteMailServer',
  tag: 'webhooks',
  summary: "Forget the owner's own mail server",
  headers: ['If-Match'],
  query: dryRunQuery,
  answers: { 204: 'Forgotten' },
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'BAD_REQUEST'],
  async handle(request) {
    const removed = await mailServers.remove({
      occasion: occasionOf(request, now()),
      conditions: readPreconditions(request),
      isDryRun: isDryRun(request),
    })
    if (removed.kind === 'refuse') return removed
    return removed.wasThere ? noContent() : noOwnMailServer()
  },
})
