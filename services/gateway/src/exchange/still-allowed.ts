import type { Refusal } from '@sluice/contracts'
import { readCredentials } from '../domain/read-credentials.ts'
import { type SignInWays, signIn } from '../sign-in/sign-in.ts'
import type { Authorise } from './authorise.ts'
import type { Onward } from './forwarder.ts'

type Needs = { signInWays: SignInWays; authorise: Authorise; refuseAll(): Refusal | undefined }

/**
 * Whether who was let in with a request would be let in with it now, as the same one and by the same permission: signed
 * in anew, judged anew, by a state that is trusted.
 */
export function createStillAllowed({ signInWays, authorise, refuseAll }: Needs) {
  return async (onward: Onward): Promise<boolean> => {
    const { arrival, caller: before, admission: given } = onward
    const credentials = readCredentials(arrival.headers.get('authorization'))
    const caller = await signIn(signInWays, credentials, arrival.origin.address)
    if (caller.kind === 'refuse' || refuseAll()) return false
    const isSame = caller.principal.id === before.principal.id && caller.isRoot === before.isRoot
    const admission = isSame ? await authorise({ ...onward, caller }) : undefined
    return admission?.kind === 'admitted' && admission.permission?.id === given.permission?.id && !refuseAll()
  }
}
