import { type PromiseVerdict, verdict } from '../verdict.ts'

/** What was asked once, and the answers that it may have. */
export type AskedOnce = { name: string; status: number | undefined; wanted: readonly number[] }

/** Each question has one of the answers that it may have. */
export function judgeAnswers(asked: readonly AskedOnce[]): PromiseVerdict {
  const wrong = asked.filter(({ status, wanted }) => status === undefined || !wanted.includes(status))
  const findings = wrong.map(
    ({ name, status, wanted }) => `${name}: ${status ?? 'no answer'} instead of ${wanted.join(' or ')}`,
  )
  return verdict('O', `${asked.length - wrong.length} of ${asked.length} questions as they have to be`, findings)
}
