import { describe, expect, it } from '@jest/globals'
import { describeError } from './kafka-errors.ts'

describe('an error of Kafka in one line', () => {
  it('is its message', () => {
    expect(describeError(new RangeError('too far'))).toBe('too far')
    expect(describeError('text')).toBe('text')
  })

  it('says what the errors are that it gathers, each once', () => {
    const denied = () => new RangeError('Not authorized to access topics')
    expect(describeError(new AggregateError([denied(), denied()], 'Topic creation errors'))).toBe(
      'Topic creation errors: Not authorized to access topics',
    )
    expect(describeError(new AggregateError([denied()]))).toBe('Not authorized to access topics')
  })
})
