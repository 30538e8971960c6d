import { beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { createDependency, type Dependency } from './dependency.ts'

const effect = 'Changes take longer.'
const described = {
  name: 'redis',
  place: 'Redis at host:6379',
  effect,
  advice: 'Check that it runs.',
  credentials: 'Check the password.',
} as const

const ERROR = 50

let now = 1_000
let lines: unknown[] = []
let redis: Dependency

beforeEach(() => {
  now = 1_000
  lines = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const logger = createLogger({ service: 'test', level: 'info', destination })
  redis = createDependency(described, 'connection', { logger, now: () => now })
})

describe('what a process can do without', () => {
  it('is away from the start on, until it has worked once', () => {
    now = 9_000
    expect(redis.degradation()).toEqual({
      dependency: 'redis',
      since: 1_000,
      effect,
      error: 'Redis at host:6379 has not answered yet.',
    })
    redis.worked('connection')
    expect(redis.degradation()).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('is away since its first failure, for the latest reason, until it works again; and both are told', () => {
    redis.worked('connection')
    now = 2_000
    redis.failed('connection', 'connect ECONNREFUSED')
    now = 5_000
    redis.failed('connection', 'connect ETIMEDOUT')
    expect(redis.degradation()).toMatchObject({ since: 2_000, error: 'connect ETIMEDOUT' })
    redis.worked('connection')
    expect(redis.degradation()).toBeUndefined()
    const away = { dependency: 'redis', reason: 'connect ECONNREFUSED', hint: 'Check that it runs.' }
    expect(lines).toMatchObject([
      { level: ERROR, msg: 'dependency.away', ...away },
      { msg: 'dependency.back', dependency: 'redis', awaySeconds: 3 },
    ])
  })

  it('is away while one of its uses fails, whatever the others do', () => {
    redis.failed('send', 'no room')
    redis.worked('connection')
    expect(redis.degradation()).toMatchObject({ error: 'no room' })
    redis.worked('send', 'connection')
    expect(redis.degradation()).toBeUndefined()
  })

  it.each([
    'WRONGPASS invalid username-password pair or user is disabled.',
    'Ready check failed:NOAUTH Authentication required.',
    'SASL SCRAM SHA512 authentication failed: Authentication failed during authentication',
  ])('that does not let us in points to the credentials: %s', reason => {
    redis.failed('connection', reason)
    expect(lines).toMatchObject([{ level: ERROR, reason, hint: 'Check the password.' }])
  })
})
