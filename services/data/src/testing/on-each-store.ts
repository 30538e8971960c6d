import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe } from '@jest/globals'
import { openMongoStore } from '@sluice/store/mongodb'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import { startData, type TestData } from './start-data.ts'

/** A test asks for the service outside of its own time. */
class NotStartedError extends Error {
  override name = 'NotStartedError'
}

type DataTests = (data: () => TestData) => void

/** Registers the same promises for the service on both stores. */
export function describeOnEachStore(name: string, options: { tier?: 'shared' | 'dedicated' }, tests: DataTests): void {
  describe(`${name}, on SQLite`, () => tests(useData(() => startData(options))))
  const describeHere = isAbsent('mongodb') ? describe.skip : describe
  describeHere(`${name}, on MongoDB`, () => {
    let backend: Backend | undefined
    const start = async () => {
      backend = await startBackend('mongodb')
      const store = await openMongoStore({ uri: backend.address, prefix: `t${randomUUID().slice(0, 8)}-` })
      return startData({ ...options, store })
    }
    tests(useData(start))
    afterAll(() => backend?.stop())
  })
}

function useData(start: () => Promise<TestData>): () => TestData {
  let data: TestData | undefined
  beforeAll(async () => {
    data = await start()
  }, 60_000)
  afterAll(() => data?.stop())
  return () => {
    if (!data) throw new NotStartedError('The service of these tests has not been started.')
    return data
  }
}
