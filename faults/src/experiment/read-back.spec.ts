import { expect, it } from '@jest/globals'
import { readLogs } from './read-back.ts'

const PAGES = 700

it('puts together logs that are longer than a call can have arguments', async () => {
  const row = { webhookId: 'w', eventId: 'e', status: 'skipped', summary: '' }
  const items = Array.from({ length: 200 }, (_, index) => ({ ...row, _id: `entry-${index}` }))
  let pages = 0
  const owner = async () => {
    pages += 1
    return { items, next: pages < PAGES ? 'more' : null }
  }
  const rows = await readLogs(owner, [{ id: 'w' }], { span: { from: 0, to: 1 }, ofAll: false })
  expect(rows).toHaveLength(PAGES * items.length)
})
