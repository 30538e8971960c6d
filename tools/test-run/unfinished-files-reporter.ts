/** What jest tells of a test file. */
type TestFile = { path: string }

const LOOK_EVERY_MS = 60_000
const LONG_MS = 300_000

/**
 * Says each minute which test files have been running for more than five. Jest names a file only when it is over, so
 * one that never ends would otherwise be told of by nobody.
 * @public jest loads it
 */
export default class UnfinishedFilesReporter {
  readonly #startedAt = new Map<string, number>()
  #look: NodeJS.Timeout | undefined

  onRunStart(): void {
    this.#look = setInterval(() => this.#say(), LOOK_EVERY_MS)
  }

  onTestFileStart({ path }: TestFile): void {
    this.#startedAt.set(path, performance.now())
  }

  onTestFileResult({ path }: TestFile): void {
    this.#startedAt.delete(path)
  }

  onRunComplete(): void {
    clearInterval(this.#look)
  }

  #say(): void {
    for (const [path, startedAt] of this.#startedAt) {
      const tookMs = performance.now() - startedAt
      if (tookMs > LONG_MS) console.error(`STILL RUNNING after ${Math.round(tookMs / 1000)} s: ${path}`)
    }
  }
}
