import { describe, expect, it } from '@jest/globals'
import { wayWords } from './request-way.ts'

describe('the way by which a request came', () => {
  it.each([
    [{}, ''],
    [{ client: 'sdk/1.2.3' }, 'by sdk/1.2.3'],
    [{ through: { tool: 'find_documents' } }, 'by tool find_documents'],
    [{ client: 'cli', through: { tool: 'find_documents' } }, 'by tool find_documents, cli'],
  ])('of %j is told as “%s”', (way, words) => expect(wayWords(way)).toBe(words))
})
