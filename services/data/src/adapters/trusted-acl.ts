import { createLiveAcl, type LiveAcl } from '@sluice/access'
import { type Platform, UnavailableError } from '@sluice/service-kit'

type TrustedAcl = LiveAcl & {
  /** Begins to keep it; until then nobody is judged by it. */
  follow(): Promise<void>
}

/** The ACL for as long as it is known to be in force: `current` throws `UnavailableError` while it is not. */
export function trustedAcl({ store, changes, db }: Pick<Platform, 'store' | 'changes' | 'db'>): TrustedAcl {
  let live: LiveAcl | undefined
  return {
    current() {
      if (!live || !changes.isTrusted()) throw new UnavailableError('The permissions in force are not known.')
      return live.current()
    },
    async follow() {
      live = await createLiveAcl({ store, changes, db, onRejected: reportedByGateways })
    },
  }
}

const reportedByGateways = () => {}
