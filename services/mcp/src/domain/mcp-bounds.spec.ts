import { describe, expect, it } from '@jest/globals'
import { readBounds } from './mcp-bounds.ts'

function bounds(...given: Parameters<typeof readBounds>) {
  const read = readBounds(...given)
  if (read.kind === 'refuse') throw new RangeError(read.detail)
  return read.bounds
}

describe('what an assistant may be offered', () => {
  it('is everything that reads where the permission says nothing, as of the root role', () => {
    const open = bounds()
    expect(open).toMatchObject({ write: false, confirm: 'offer', maxResultBytes: 65_536 })
    expect([open.allowsTool('find_documents'), open.allowsCollection('x'), open.allowsApp('a/b')]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('is narrowed by the patterns of the permission and by those of the address together', () => {
    const { allowsTool } = bounds({ tools: ['find_*', 'whoami'] }, { tools: 'find_documents, who*' })
    expect(['find_documents', 'find_others', 'whoami', 'count_documents'].map(allowsTool)).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('writes where the permission says so and the address does not forbid it', () => {
    expect(bounds({ write: true }).write).toBe(true)
    expect(bounds({ write: true }, { write: 'true' }).write).toBe(true)
    expect(bounds({ write: true }, { write: 'false' }).write).toBe(false)
  })

  it.each([
    ['write', {}, { write: 'true' }],
    ['maxResultBytes', { maxResultBytes: 2_000 }, { maxResultBytes: 2_001 }],
  ] as const)('is never widened by the address: %s', (path, policy, query) => {
    expect(readBounds(policy, query)).toMatchObject({ kind: 'refuse', code: 'BAD_QUERY', errors: [{ path }] })
  })
})
