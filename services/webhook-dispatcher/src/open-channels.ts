import type { ChannelOf } from './delivery/channel.ts'
import { httpChannel } from './delivery/http/http-channel.ts'
import { createUndiciSender } from './delivery/http/undici-sender.ts'
import { mailChannel } from './delivery/mail/mail-channel.ts'
import { createNodemailerMailer } from './delivery/mail/nodemailer-mailer.ts'
import type { Persist } from './delivery/persist.ts'
import { createTemplateCache } from './delivery/template-cache.ts'
import { createTests } from './delivery/tests.ts'
import { hostOfTarget } from './domain/target/destination.ts'
import type { ProxyServer } from './domain/target/proxy-server.ts'
import type { OpenBlock } from './domain/target/public-address.ts'
import type { ChainHeaders } from './domain/webhook/own-target.ts'
import { createNameResolver, type NameResolver } from './names/name-resolver.ts'
import type { DispatcherStores } from './open-stores.ts'
import type { Sender } from './ports/sender.ts'

type OpenChannelsDependencies = {
  stores: Pick<DispatcherStores, 'live' | 'mailServers' | 'allowance'>
  /** Addresses that are not public and may be called all the same. */
  open: readonly OpenBlock[]
  /** The proxy that deliveries leave by. */
  proxy: ProxyServer | undefined
  /** In the place of the system's names. */
  names: NameResolver | undefined
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
  const { stores, open, proxy, names = createNameResolver(), chainHeaders, persist, now, ending } = dependencies
  const { live, mailServers, allowance } = stores
  const sender = createUndiciSender({ open, perTarget: PER_TARGET, maxTargets: MAX_TARGETS, names, proxy })
  const mailer = createNodemailerMailer({ open, names, proxy })
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
    /** Whether the name of this target needs no look-up here, or has a place for it. */
    mayLookUp(target: string): boolean {
      const host = hostOfTarget(target)
      return host === undefined || proxy?.resolvesNames === true || names.mayAsk(host)
    },
    tests: createTests({ channelsWith, open, names, proxy }),
    /** Ends connections that are kept; what is being sent has been broken off before. */
    async close(): Promise<void> {
      mailer.close()
      await sender.close()
    },
  }
}
