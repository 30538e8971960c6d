import { type PromiseVerdict, verdict } from '../verdict.ts'

/** One key that was asked for, under a name of its own. */
export type IssueAttempt = {
  name: string
  /** The answer to `POST /keys`; undefined where none came. */
  status: number | undefined
  /** The id of the key, where one was acknowledged. */
  keyId: string | undefined
  /** A text that looks like the secret of a key was in the answer. */
  showsSecret: boolean
  /** Somebody asked for its end, whatever was answered. */
  wasRevocationAsked: boolean
  /** `DELETE` was answered with success. */
  isRevoked: boolean
  /** After all was well again, a gateway let it in. */
  letInAfter: boolean
}

type IssuedAndListed = { attempts: readonly IssueAttempt[]; listed: readonly { id: string; name: string }[] }

const CREATED = 201
const REFUSED = 503

/**
 * No key is issued twice; one that was not acknowledged is of no use to anybody; and a revocation that was answered is
 * done, one that was not may or may not be (F7).
 */
export function judgeIssuing({ attempts, listed }: IssuedAndListed): PromiseVerdict {
  const byName = Map.groupBy(listed, ({ name }) => name)
  const findings = attempts.flatMap(attempt =>
    judgeAttempt(
      attempt,
      (byName.get(attempt.name) ?? []).map(({ id }) => id),
    ),
  )
  const acknowledged = attempts.filter(({ status }) => status === CREATED)
  const left = attempts.filter(({ name, status }) => status !== CREATED && byName.has(name)).length
  const revoked = attempts.filter(({ isRevoked }) => isRevoked).length
  const figure = `${acknowledged.length} of ${attempts.length} keys issued and ${revoked} revoked`
  return verdict('O', `${figure}, ${left} left behind that nobody can use`, findings)
}

function judgeAttempt(attempt: IssueAttempt, ids: readonly string[]): string[] {
  const { name, status } = attempt
  const ofAnswer = status === CREATED ? judgeAcknowledged(attempt, ids) : judgeFailed(attempt)
  return ids.length > 1 ? [`${name} was issued ${ids.length} times`, ...ofAnswer] : ofAnswer
}

const judgeFailed = ({ name, status, showsSecret }: IssueAttempt): string[] => [
  ...(showsSecret ? [`${name} was answered ${status ?? 'not at all'}, with a secret`] : []),
  ...(status === undefined || status === REFUSED ? [] : [`${name} was answered ${status}`]),
]

function judgeAcknowledged({ name, keyId = '', ...attempt }: IssueAttempt, ids: readonly string[]): string[] {
  const { isRevoked, letInAfter, wasRevocationAsked } = attempt
  const isThere = ids.includes(keyId)
  return [
    ...(ids.some(id => id !== keyId) ? [`${name} is another key than the one acknowledged`] : []),
    ...(isRevoked && isThere ? [`the revocation of ${name} was answered, and the key is still there`] : []),
    ...(isRevoked && letInAfter ? [`${name} was let in after its revocation was answered`] : []),
    ...(isThere || wasRevocationAsked ? [] : [`${name} was acknowledged, and is not there`]),
  ]
}
