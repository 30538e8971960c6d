import { readSeconds, toKey } from './recorded-seconds.ts'

/** What jest tells of a test file, and is told: how long it takes. */
type TestFile = { path: string; duration?: number }

/** A file that is not in the record yet may be one of the long ones. */
const UNKNOWN_SECONDS = 30

/**
 * Starts the test files that took longest first, so that no worker is left alone with a long one. Jest itself does so with
 * the times in its cache, which a clean machine has none of; the record is in the repository.
 * @public jest loads it
 */
export default class LongestFirstSequencer {
  readonly #seconds = readSeconds()

  sort(tests: readonly TestFile[]): TestFile[] {
    return tests
      .map(test => ({ ...test, duration: 1000 * (this.#seconds.get(toKey(test.path)) ?? UNKNOWN_SECONDS) }))
      .toSorted((one, other) => other.duration - one.duration)
  }

  /** Jest's "only failed ones": which these are, it keeps only by its own order. */
  allFailedTests(tests: readonly TestFile[]): readonly TestFile[] {
    return tests
  }

  cacheResults(): void {
    // What is recorded is recorded by `npm test -- --record-seconds`.
  }
}
