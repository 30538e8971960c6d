/** Whether a new request's trace is recorded. @param isWished its client asks for it */
export type Sampler = (isWished: boolean) => boolean

/** The most traces that are recorded because clients ask for them: nobody makes a gateway record everything. */
const WISHES_PER_SECOND = 10

/** @param share of all requests, 0 to 1 */
export function createSampler(share: number, { random = Math.random, now = () => performance.now() } = {}): Sampler {
  let second = Number.NEGATIVE_INFINITY
  let granted = 0
  return isWished => {
    if (random() < share) return true
    if (!isWished) return false
    const current = Math.floor(now() / 1000)
    granted = current === second ? granted + 1 : 1
    second = current
    return granted <= WISHES_PER_SECOND
  }
}
