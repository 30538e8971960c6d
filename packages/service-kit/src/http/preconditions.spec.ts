import { describe, expect, it } from '@jest/globals'
import { isDryRun, judgePreconditions, readPreconditions } from './preconditions.ts'
import { ProblemError } from './problem-error.ts'

const read = (headers: Record<string, string>) => readPreconditions({ header: name => headers[name] })
const judge = (headers: Record<string, string>, version: string | undefined) =>
  judgePreconditions(read(headers), version)?.code ?? 'fine'
const dryRun = (query: string) => isDryRun({ query: new URLSearchParams(query) })

const problemOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof ProblemError ? error.refusal.code : error
  }
}

describe('preconditions of a write', () => {
  it('hold where no header asks for anything', () => {
    expect([judge({}, undefined), judge({}, '3')]).toEqual(['fine', 'fine'])
  })

  it.each(['"3"', '3', '"1", "3"', '"3.0a1b2c3d"', '*'])('If-Match %s lets a write of version 3 through', header => {
    expect(judge({ 'if-match': header }, '3')).toBe('fine')
  })

  it.each(['"4"', 'W/"3"', '', '"33"', '"3a"'])('If-Match %s stops a write of version 3', header => {
    expect(judge({ 'if-match': header }, '3')).toBe('PRECONDITION_FAILED')
  })

  it('If-Match stops a write of what is not there, by a star too', () => {
    expect([judge({ 'if-match': '"3"' }, undefined), judge({ 'if-match': '*' }, undefined)]).toEqual([
      'PRECONDITION_FAILED',
      'PRECONDITION_FAILED',
    ])
  })

  it('If-None-Match: * stops a write of what is there, and no other', () => {
    expect([judge({ 'if-none-match': '*' }, '3'), judge({ 'if-none-match': '*' }, undefined)]).toEqual([
      'PRECONDITION_FAILED',
      'fine',
    ])
  })

  it('an If-None-Match that names versions is refused, never ignored', () => {
    expect(problemOf(() => read({ 'if-none-match': '"3"' }))).toBe('BAD_REQUEST')
  })
})

describe('isDryRun', () => {
  it('is true for true alone, and false where nothing is said', () => {
    expect([dryRun(''), dryRun('dryRun=false'), dryRun('dryRun=true')]).toEqual([false, false, true])
  })

  it.each(['dryRun', 'dryRun=1', 'dryRun=TRUE', 'dryRun=true&dryRun=true', 'dryRun=false&dryRun=true'])(
    'refuses %s, as a dry run that writes would be worse',
    query => {
      expect(problemOf(() => dryRun(query))).toBe('BAD_QUERY')
    },
  )
})
