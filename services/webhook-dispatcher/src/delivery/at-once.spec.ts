import { expect, it } from '@jest/globals'
import { createAtOnce } from './at-once.ts'

it('turns work away while as much is under way as may be, and takes it again when some has ended or failed', async () => {
  const atOnce = createAtOnce(2, 'checks')
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const running = [atOnce(() => first.promise), atOnce(() => second.promise)]
  expect(await atOnce(async () => 'third')).toMatchObject({ kind: 'refuse', code: 'OVERLOADED' })
  first.resolve('first')
  second.reject(new RangeError('broken'))
  expect(await Promise.allSettled(running)).toMatchObject([{ value: 'first' }, { status: 'rejected' }])
  expect(await Promise.all([atOnce(async () => 'a'), atOnce(async () => 'b')])).toEqual(['a', 'b'])
})
