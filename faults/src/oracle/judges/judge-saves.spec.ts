import { describe, expect, it } from '@jest/globals'
import { judgeSaves, type SavedOften } from './judge-saves.ts'

const save = (number: number, changes: Partial<SavedOften['saves'][number]> = {}) => ({
  number,
  gateway: 0,
  startedAt: 100 * number,
  endedAt: 100 * number + 10,
  status: 200,
  ...changes,
})
const found = (changes: Partial<SavedOften>) =>
  judgeSaves([{ name: 'app', saves: [save(1), save(2)], looks: [], isOneNode: false, ...changes }], 1_000).findings
const seen = (number: number | undefined, { gateway = 0, startedAt = 210 } = {}) => [{ gateway, startedAt, number }]

describe('what is saved', () => {
  it('is live where it was saved as soon as that is answered', () => {
    expect(found({ looks: seen(2) })).toEqual([])
    expect(found({ looks: seen(1) })).toEqual(['app: gateway 1 showed 1 instead of 2, which had saved it, after 0 ms'])
    expect(found({ looks: seen(undefined) })).toHaveLength(1)
  })

  it('may be live before the answer, and is not missed before it', () => {
    expect(found({ looks: seen(3) })).toEqual([])
    expect(found({ looks: seen(1, { startedAt: 209 }) })).toEqual([])
  })

  it('is live everywhere in time', () => {
    expect(found({ looks: seen(1, { gateway: 1, startedAt: 1_209 }) })).toEqual([])
    expect(found({ looks: seen(1, { gateway: 1, startedAt: 1_210 }) })).toEqual([
      'app: gateway 2 showed 1 instead of 2, and gateway 1 had saved it, after 1000 ms',
    ])
    expect(found({ looks: seen(undefined, { gateway: 1, startedAt: 200 }) })).toEqual([])
  })

  it('is live at once by either gateway where one node serves both', () => {
    expect(found({ isOneNode: true, looks: seen(1, { gateway: 1 }) })).toHaveLength(1)
  })

  it('is due only when it was acknowledged, and one that was not is named', () => {
    const saves = [save(1), save(2, { status: 503 })]
    expect(found({ saves, looks: seen(1) })).toEqual(['app: save 2 was answered 503'])
    expect(found({ saves: [save(1, { status: undefined })] })).toEqual(['app: save 1 was answered not at all'])
  })
})
