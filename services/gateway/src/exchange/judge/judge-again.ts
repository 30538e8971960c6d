import { isDeepStrictEqual } from 'node:util'
import type { Refusal } from '@sluice/contracts'
import { type Logger, toRefusal } from '@sluice/service-kit'
import { type RequestCaller, type SignInWays, signIn } from '../../sign-in/sign-in.ts'
import { credentialsOf } from '../arrive/inner-request.ts'
import { type Authorise, type Inquiry, type RequestAdmission, refuseForChange } from './authorise.ts'

/** A request that was let in. */
export type AdmittedRequest = Inquiry & { admission: RequestAdmission }

export type JudgeAgain = {
  /**
   * Whether who was let in with a request would be let in with it now, as the same one, by the same permission and with
   * the same rules, whatever they are filled with: signed in anew, judged anew, by a state that is trusted.
   */
  stillAllowed(request: AdmittedRequest): Promise<boolean>
  /** @returns why what a service was told of a request is no longer so; undefined while it all is */
  refuseChanged(request: AdmittedRequest): Promise<Refusal | undefined>
}

type JudgeAgainDependencies = {
  /** They count no use of a key: the request is not a new one. */
  signInWays: SignInWays
  authorise: Authorise
  refuseAll(): Refusal | undefined
  logger: Logger
}

type LaterVerdict = { kind: 'judged'; caller: RequestCaller; admission: RequestAdmission }

/** Judges a request once more that goes on for longer than its first judgement may be trusted. */
export function createJudgeAgain({ signInWays, authorise, refuseAll, logger }: JudgeAgainDependencies): JudgeAgain {
  async function judge(request: AdmittedRequest): Promise<LaterVerdict | Refusal> {
    const { arrival, admission: before } = request
    const caller = await signIn(signInWays, credentialsOf(arrival), arrival.origin.address)
    if (caller.kind === 'refuse') return caller
    const admission = refuseAll() ?? (await authorise({ ...request, caller, before }))
    return admission.kind === 'refuse' ? admission : (refuseAll() ?? { kind: 'judged', caller, admission })
  }

  return {
    async stillAllowed(request) {
      const now = await judge(request)
      return now.kind === 'judged' && isSameReader(now, request)
    },
    async refuseChanged(request) {
      try {
        const now = await judge(request)
        if (now.kind === 'refuse') return now
        return isDeepStrictEqual(authorityOf(now), authorityOf(request)) ? undefined : refuseForChange()
      } catch (error) {
        const refusal = toRefusal(error)
        const { requestId } = request.arrival
        if (refusal.code === 'INTERNAL') logger.error({ requestId, err: error }, 'request.failed')
        return refusal
      }
    },
  }
}

type JudgedRequest = Pick<AdmittedRequest, 'caller' | 'admission'>

const isSameReader = (now: JudgedRequest, before: JudgedRequest): boolean =>
  now.caller.principal.id === before.caller.principal.id &&
  now.caller.isRoot === before.caller.isRoot &&
  now.admission.permission?.id === before.admission.permission?.id &&
  now.admission.permission?.rules === before.admission.permission?.rules

/** What a grant tells, with rules that are not filled: random digits are others each time. A user who was created anew has another mark of the password. */
function authorityOf({ caller: { principal, isRoot, user }, admission: { source } }: JudgedRequest) {
  const passwordMark = principal.via === 'key' ? undefined : user?.passwordMark
  const permission = source && [source.id, source.rules, source.apiKeys, source.keyRules, source.mcp]
  return { principal, isRoot, passwordMark, permission }
}
