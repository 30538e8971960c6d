import { describe, expect, it } from '@jest/globals'
import { requestWords } from './request-words.ts'

describe('what a predicate lets in, in words', () => {
  it.each([
    ["path('/routes') and method('POST')", 'POST /routes'],
    ["path-prefix('/tasks')", 'All /tasks and below'],
    ['path-prefix(/) and method(get)', 'GET everywhere'],
    ["path('/notes') and (method(GET) or method(POST))", 'GET, POST /notes'],
    ["method({'PUT', 'PATCH'}) and path-template('/a/{id}')", 'PUT, PATCH /a/{id}'],
    ["path('/a') or path('/b')", 'All /a, /b'],
    ["path('/a') and method(GET) or path-suffix('.json')", 'GET /a · All ….json'],
    ["path(path='/a') and not secure", 'All /a, on 1 more condition'],
    ["path('/a') and secure and equals(%u, 'x')", 'All /a, on 2 more conditions'],
    ['true', 'All everywhere'],
    ["path('/it\\'s')", "All /it\\'s"],
  ])('%s lets in %s', (predicate, words) => expect(requestWords(predicate)).toBe(words))

  it.each(["path('/a') and path-prefix('/b')", '', "path('/a", "a or b or c or path('/d')"])(
    'of %j nothing is said that might not be true',
    predicate => expect(requestWords(predicate)).toBeUndefined(),
  )

  it('reads any text without an end', () => {
    for (const text of ['(((', 'not not', "path('/a'", '}{', ') and', '=', 'a=b=c']) {
      expect([undefined, 'string']).toContain(requestWords(text) === undefined ? undefined : 'string')
    }
  })
})
