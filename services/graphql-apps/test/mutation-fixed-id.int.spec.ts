import { describe, expect, it } from '@jest/globals'
import type { AppRunner } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import { START, useRuledShop, write } from '../src/testing/ruled-shop.ts'

function promises(runner: () => AppRunner): void {
  const { stored, ask } = useRuledShop(runner)

  it('writes no other document than the one whose _id mergeRequest sets', async () => {
    const permissions = write({ mergeRequest: { _id: '1' } })
    const others = ['put(id: "2"', 'putKeeping(id: "2"', 'putUpsert(id: "2"', 'putUpsert(id: "4"']
    for (const other of others) {
      expect((await ask(`mutation { ${other}, order: {a: 1}) { _id } }`, permissions)).codes).toEqual(['FORBIDDEN'])
    }
    for (const other of ['close(id: "2")', 'upsert(id: "4")', 'upsertItem(item: "new")']) {
      expect((await ask(`mutation { ${other} { _id } }`, permissions)).codes).toEqual(['FORBIDDEN'])
    }
    expect(await stored()).toEqual(START)
    const own = await ask('mutation { put(id: "1", order: {a: 1}) { _id } }', permissions)
    expect(own).toMatchObject({ codes: [], data: { put: { _id: '1' } } })
  })
}

describe('mutations under a permission that sets the _id', () => {
  describeOnEachStore('of what is written', promises)
})
