/** What one request has found, and ended. */
type Step = { matched: number; revoked: number }

type RevocationSteps = {
  /** Sends a request, which ends a part of what matches. */
  revokeSome(): Promise<Step>
  onStep(revoked: number): void
  isStopped(): boolean
}

/** Each request ends a thousand keys at most, and as many as end in a few seconds. */
const MOST_REQUESTS = 1_000

/** Asks again as long as some are left and the last request has ended some. @returns how many are left */
export async function revokeInSteps({ revokeSome, onStep, isStopped }: RevocationSteps): Promise<{ left: number }> {
  let left = 0
  for (let request = 0; request < MOST_REQUESTS && !isStopped(); request += 1) {
    const { matched, revoked } = await revokeSome()
    onStep(revoked)
    left = matched - revoked
    if (left <= 0 || revoked === 0) break
  }
  return { left }
}
