import { describe, expect, it } from '@jest/globals'
import { readPayload } from './read-payload.ts'

const told = (request: object) => ({ id: 'e1', webhook: { id: 'w1', name: 'fires' }, request })
const about = { eventId: 'e1', webhookId: 'w1', tag: 'F9-1-7' }

describe('what a delivery says of itself', () => {
  it('is found in the query, as text or taken apart', () => {
    expect(readPayload(JSON.stringify(told({ query: 'tag=F9-1-7' })))).toEqual(about)
    expect(readPayload(JSON.stringify(told({ query: { tag: ['F9-1-7'] } })))).toEqual(about)
  })

  it('is found in a mail, which is indented', () => {
    expect(readPayload(JSON.stringify(told({ query: { tag: ['F9-1-7'] } }), null, 2))).toEqual(about)
  })

  it('has no tag where its request had none', () => {
    expect(readPayload(JSON.stringify(told({ query: '' })))).toEqual({ ...about, tag: '' })
  })
})
