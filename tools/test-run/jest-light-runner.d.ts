/** What the runner has of types: none are published with it. */
declare module 'jest-light-runner' {
  type TestFile = { readonly path: string }
  type FileTimes = { start: number; end: number; runtime: number; slow: boolean }
  type FileResult = {
    perfStats: FileTimes
    numFailingTests: number
    numPassingTests: number
    numPendingTests: number
  }

  export class LightRunner {
    runTests(
      files: readonly TestFile[],
      watcher: unknown,
      onStart: (file: TestFile) => Promise<void>,
      onResult: (file: TestFile, result: FileResult) => Promise<void>,
      onFailure: (file: TestFile, error: Error) => Promise<void>,
    ): Promise<void>
  }

  export function createRunner(options: { runtime: 'child_process' | 'worker_threads' }): typeof LightRunner
}
