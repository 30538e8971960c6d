import { SignalsUnavailableError } from '../errors.ts'

/** @throws SignalsUnavailableError when `answer` is not there after `deadlineMs` */
export async function withDeadline<T>(answer: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new SignalsUnavailableError('Redis did not answer in time.'))
  // A process that stood still itself reads first what has arrived meanwhile.
  const timer = setTimeout(() => setTimeout(giveUp, 0), deadlineMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
