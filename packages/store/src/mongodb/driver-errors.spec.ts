import { describe, expect, it } from '@jest/globals'
import {
  type BulkWriteResult,
  MongoBulkWriteError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  type WriteError,
} from 'mongodb'
import { InvalidQueryError, StoreUnavailableError } from '../errors.ts'
import { failedOperations, toStoreError } from './driver-errors.ts'

const server = (code: number, errorLabels: string[] = []) =>
  new MongoServerError({ message: 'E11000 { email: "someone@example.org" }', errmsg: 'secret', code, errorLabels })

const CASES: readonly (readonly [what: string, error: unknown, name: string])[] = [
  ['code 11000', server(11000), 'DuplicateKeyError'],
  ['code 11001, which is no duplicate key here', server(11001), 'InvalidQueryError'],
  ['the end of maxTimeMS', server(50), 'StoreTimeoutError'],
  ['a server that is no primary any more', server(10107), 'StoreUnavailableError'],
  ['a server that shuts down', server(11600), 'StoreUnavailableError'],
  ['a lost conflict', server(112), 'StoreUnavailableError'],
  ['a server that takes no writes at the moment (setUserWriteBlockMode)', server(371), 'StoreUnavailableError'],
  ['a server that refuses the credentials', server(13), 'StoreUnavailableError'],
  [
    'a code we do not know, on a write that may be tried again',
    server(99999, ['RetryableWriteError']),
    'StoreUnavailableError',
  ],
  ['a type that does not fit', server(14), 'InvalidQueryError'],
  ['a broken connection', new MongoNetworkError('connection 3 to 10.0.0.1:27017 closed'), 'StoreUnavailableError'],
  [
    'a broken connection as Node says it',
    Object.assign(new TypeError('10.0.0.1'), { code: 'EPIPE' }),
    'StoreUnavailableError',
  ],
  ['a time-out of the driver', new MongoOperationTimeoutError('10.0.0.1'), 'StoreTimeoutError'],
]

describe('an error of the driver', () => {
  for (const [what, error, name] of CASES) {
    it(`becomes ${name}: ${what}`, () => {
      const mapped = toStoreError(error)
      expect(mapped).toMatchObject({ name })
      expect(String(mapped)).not.toMatch(/someone|secret|10\.0\.0\.1/)
    })
  }
  it('of our own passes as it is', () => {
    const errors = [new InvalidQueryError('x'), new StoreUnavailableError('y'), new RangeError('z')]
    expect(errors.map(toStoreError)).toEqual(errors)
  })
})

describe('a list of writes of which some failed', () => {
  const failedWith = (...codes: number[]) => failedBesides([], ...codes)
  /** @param concerns codes of what kept the server from having it on enough of its members */
  function failedBesides(concerns: readonly number[], ...codes: number[]) {
    const writeErrors = codes.map((code, index) => ({ index, code }) as WriteError)
    const [concern] = concerns.map(code => ({ code, errmsg: 'secret' }))
    const result = { getWriteConcernError: () => concern } as BulkWriteResult
    return new MongoBulkWriteError({ message: 'secret', code: codes[0] ?? concern?.code ?? 0, writeErrors }, result)
  }

  it('names those that can never work, by their place', () => {
    expect(failedOperations(failedWith(11000, 14))).toEqual([
      { at: 0, isDuplicate: true, code: 11000 },
      { at: 1, isDuplicate: false, code: 14 },
    ])
  })

  it('fails as a whole when one of them may work the next time', () => {
    expect(() => failedOperations(failedWith(11000, 112))).toThrow(StoreUnavailableError)
  })

  it('fails as a whole when too few members have what was written: nothing of it may be taken for durable', () => {
    expect(() => failedOperations(failedBesides([64], 11000, 11000))).toThrow(StoreUnavailableError)
    // Whatever number the server gives it.
    expect(toStoreError(failedBesides([99999]))).toBeInstanceOf(StoreUnavailableError)
    expect(toStoreError(failedBesides([64], 11000))).toBeInstanceOf(StoreUnavailableError)
  })
})
