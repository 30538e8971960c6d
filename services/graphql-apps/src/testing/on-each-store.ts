import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe } from '@jest/globals'
import { openMongoStore } from '@sluice/store/mongodb'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import { type AppRunner, openAppRunner } from './app-runner.ts'

/** A test asks for the runner outside of its own time. */
class NotOpenError extends Error {
  override name = 'NotOpenError'
}

type RunnerTests = (runner: () => AppRunner) => void

/** For promises that no store can change. */
export function describeOnSqlite(name: string, tests: RunnerTests): void {
  describe(`${name}, on SQLite`, () => tests(useRunner(() => openAppRunner())))
}

/** Registers the same promises for apps on both stores. */
export function describeOnEachStore(name: string, tests: RunnerTests): void {
  describeOnSqlite(name, tests)
  const describeHere = isAbsent('mongodb') ? describe.skip : describe
  describeHere(`${name}, on MongoDB`, () => {
    let backend: Backend | undefined
    const open = async () => {
      backend = await startBackend('mongodb')
      return openAppRunner(await openMongoStore({ uri: backend.address, prefix: `t${randomUUID().slice(0, 8)}-` }))
    }
    tests(useRunner(open))
    afterAll(() => backend?.stop())
  })
}

function useRunner(open: () => Promise<AppRunner>): () => AppRunner {
  let runner: AppRunner | undefined
  beforeAll(async () => {
    runner = await open()
  }, 60_000)
  afterAll(() => runner?.close())
  return () => {
    if (!runner) throw new NotOpenError('The store of these tests is not open.')
    return runner
  }
}
