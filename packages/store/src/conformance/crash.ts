import { describe, expect } from '@jest/globals'
import { promisesOf, type StoreHarness } from './harness.ts'

export function describeCrash(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('after SIGKILL', () => {
    it('every acknowledged write is there, and the store takes new ones', async () => {
      const { acknowledged, store } = await harness.killWhileWriting(400)
      const written = store.collection({ db: 'killed', collection: 'written' })
      expect(acknowledged).toBeGreaterThan(400)
      expect(acknowledged).toBeLessThan(1000)
      expect(await written.count({ _id: { $lt: acknowledged } })).toBe(acknowledged)
      await written.insertOne({ _id: 'after' })
      expect(await written.count({ _id: 'after' })).toBe(1)
      await store.close()
    }, 30_000)
  })
}
