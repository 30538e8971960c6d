import type { ChannelOf } from './delivery/channel.ts'
import { httpChannel } from './delivery/http/http-channel.ts'
import { createUndiciSender } from './delivery/http/undici-sender.ts'
import { mailChannel } from './delivery/mail/mail-channel.ts'
import { createNodemailerMailer } from './delivery/mail/nodemailer-mailer.ts'
import type { Persist } from './delivery/persist.ts'
import { createTemplateCache } from './delivery/template-cache.ts'
import { createTests } from './delivery/tests.ts'
import type { OpenBlock } from './domain/target/public-address.ts'
import type { ChainHeaders } from './domain/webhook/own-target.ts'
import { createNameResolver, type ResolveAll } from './names/name-resolver.ts'
import type { Stores } from './open-stores.ts'
import type { Sender } from './ports/sender.ts'

type OpenChannelsDependencies = {
  stores: Pick<Stores, 'live' | 'mailServers' | 'allowance'>
  /** Addresses that are not public and may be called all the same. */
  open: readonly OpenBlock[]
  /** In the place of the system's names. */
  resolve: ResolveAll | undefined
  chainHeaders: ChainHeaders
  persist: Persist
  now: () => Date
  /** Aborted at the end of the process: what is still being sent then is broken off. */
  ending: AbortSignal
}

/** Requests at once to one target. */
export const PER_TARGET = 16
const MAX_TARGETS = 1024

export type Channels = ReturnType<typeof openChannels>

/** Opens the ways out of the process: requests to targets, and mails. */
export function openChannels(dependencies: OpenChannelsDependencies) {
  const { stores, open, resolve = createNameResolver(), chainHeaders, persist, now, ending } = dependencies
  const { live, mailServers, allowance } = stores
  const sender = createUndiciSender({ open, perTarget: PER_TARGET, maxTargets: MAX_TARGETS, resolve })
  const mailer = createNodemailerMailer({ open, resolve })
  const templateOf = createTemplateCache()
  const mail = mailChannel({ mailer, mailServers, live, allowance, templateOf, persist, ending })

  function channelsWith(by: Sender): ChannelOf {
    const http = httpChannel({ sender: by, live, chainHeaders, templateOf, open, now, ending })
    return webhook => {
      switch (webhook.type) {
        case 'http':
          return http(webhook)
        case 'email':
          return mail(webhook)
      }
    }
  }

  return {
    mailer,
    channelOf: channelsWith(sender),
    tests: createTests({ channelsWith, open, resolve }),
    /** Ends connections that are kept; what is being sent has been broken off before. */
    async close(): Promise<void> {
      mailer.close()
      await sender.close()
    },
  }
}
