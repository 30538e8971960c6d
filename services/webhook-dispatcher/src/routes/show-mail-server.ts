import { refuse, shownMailServer } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { showMailServer as toAnswer, versionOf } from '../domain/mail/mail-server.ts'
import type { MailServers } from '../ports/mail-servers.ts'

/** `GET /webhooks/mail-server`: the owner's own, without its password. */
export const showMailServer = ({ mailServers }: { mailServers: MailServers }): Operation => ({
  id: 'showMailServer',
  tag: 'webhooks',
  summary: "Show the owner's own mail server",
  answerHeaders: ['ETag'],
  answers: { 200: shownMailServer },
  errors: ['NOT_FOUND'],
  async handle() {
    const own = mailServers.own()
    return own ? ok(toAnswer(own), { ETag: `"${versionOf(own)}"` }) : noOwnMailServer()
  },
})

export const noOwnMailServer = () => refuse('NOT_FOUND', 'No mail server of your own is set up.')
