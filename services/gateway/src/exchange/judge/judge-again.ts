import type { Refusal } from '@sluice/contracts'
import { readCredentials } from '../../domain/read-credentials.ts'
import { type SignInWays, signIn } from '../../sign-in/sign-in.ts'
import type { Admission, Authorise } from '../judge/authorise.ts'
import type { Onward } from './forwarder.ts'

type Needs = { signInWays: SignInWays; authorise: Authorise; refuseAll(): Refusal | undefined }

/**
 * Whether who was let in with a request would be let in with it now, as the same one, by the same permission and with the
 * same rules, whatever they are filled with: signed in anew, judged anew, by a state that is trusted.
 */
export function createStillAllowed({ signInWays, authorise, refuseAll }: Needs) {
  return async (onward: Onward): Promise<boolean> => {
    const { arrival, caller: before, admission: given } = onward
    const credentials = readCredentials(arrival.headers.get('authorization'))
    const caller = await signIn(signInWays, credentials, arrival.origin.address)
    if (caller.kind === 'refuse' || refuseAll()) return false
    const isSame = caller.principal.id === before.principal.id && caller.isRoot === before.isRoot
    const admission = isSame ? await authorise({ ...onward, caller, judgedAt: given.judgedAt }) : undefined
    return admission?.kind === 'admitted' && isSamePermission(admission, given) && !refuseAll()
  }
}

const isSamePermission = ({ permission: now }: Admission, { permission: before }: Admission): boolean =>
  now?.id === before?.id && now?.rules === before?.rules
