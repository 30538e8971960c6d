import { refuse } from '@sluice/contracts'
import type { HashedKeySignIn } from './key/key-sign-in.ts'
import type { SessionIdSignIn } from './session/session-sign-in.ts'
import { anonymous, refuseKey, type SignIn, type SignInWays, userCaller } from './sign-in.ts'
import type { UserCache } from './user-cache.ts'

type Dependencies = { byKeyHash: HashedKeySignIn; bySessionId: SessionIdSignIn; users: UserCache }

/** Sign-in by a pass: the credential that it names is looked up anew, so that one which has ended ends here too. */
export function createPassSignIn({ byKeyHash, bySessionId, users }: Dependencies): SignInWays['withPass'] {
  async function byPassword(id: string, mark: string): Promise<SignIn> {
    const user = await users.get(id)
    const isSame = user !== 'missing' && !user.isDisabled && user.passwordMark === mark
    return isSame ? userCaller(user, 'password') : refuse('INVALID_CREDENTIALS', 'The password was changed meanwhile.')
  }

  function find({ user, credential }: Parameters<SignInWays['withPass']>[0], address: string) {
    switch (credential.kind) {
      case 'none':
        return anonymous
      case 'key':
        return byKeyHash(credential.hash, address)
      case 'session':
        return bySessionId(credential.id)
      case 'password':
        return user === null ? refuseKey() : byPassword(user, credential.mark)
      default:
        return credential satisfies never
    }
  }

  return async (pass, address) => {
    const found = await find(pass, address)
    const isOther = found.kind === 'caller' && found.principal.id !== pass.user
    return isOther ? refuseKey() : found
  }
}
