import { beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { sparseKafkaLog } from './sparse-kafka-log.ts'

let now = 0
let lines: unknown[] = []
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }

beforeEach(() => {
  now = 0
  lines = []
})

describe('what the client of Kafka has to say', () => {
  it('is said once a minute, however often it says so, with how often that was', () => {
    const say = sparseKafkaLog(createLogger({ service: 'test', level: 'info', destination }), () => now)
    for (let second = 0; second < 61; second += 1) {
      now = second * 1_000
      say({ level: 'error', message: 'Connection error: connect ECONNREFUSED' })
    }
    say({ level: 'warn', message: 'The topic has 1 replicas' })
    expect(lines).toMatchObject([
      { msg: 'kafka.said', message: 'Connection error: connect ECONNREFUSED' },
      { msg: 'kafka.said', message: 'Connection error: connect ECONNREFUSED', unsaid: 59 },
      { msg: 'kafka.said', message: 'The topic has 1 replicas' },
    ])
  })

  it('is held in mind within a bound, whatever it is', () => {
    const say = sparseKafkaLog(createLogger({ service: 'test', level: 'info', destination }), () => now)
    for (let index = 0; index < 1_000; index += 1) say({ level: 'info', message: `${index}` })
    expect(lines).toHaveLength(1_000)
  })
})
