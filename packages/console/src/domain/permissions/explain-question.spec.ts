import { describe, expect, it } from '@jest/globals'
import {
  askedOf,
  askerOf,
  formOfSearch,
  isSameQuestion,
  questionOf,
  readExplainSearch,
  searchOfForm,
  withExtras,
} from './explain-question.ts'

const NO_EXTRAS = { body: '', headers: '', address: '' }

describe('a question about access', () => {
  it('stands in the address, and is asked from there', () => {
    const search = readExplainSearch({ user: 'amelia', method: 'POST', path: '/routes', query: 'wm=upsert', more: 1 })
    expect(search).toEqual({ user: 'amelia', method: 'POST', path: '/routes', query: 'wm=upsert' })
    expect(searchOfForm(formOfSearch(search))).toEqual(search)
    expect(askedOf(search)).toEqual(search)
  })

  it('is of somebody with roles as well', () => {
    const form = Object.assign(formOfSearch({}), { who: 'roles' as const, roles: 'crew,  guest', path: ' /a ' })
    expect(searchOfForm(form)).toEqual({ roles: 'crew guest', method: 'GET', path: '/a' })
    expect(askedOf(searchOfForm(form))).toEqual({ roles: ['crew', 'guest'], method: 'GET', path: '/a' })
  })

  it('takes a query from behind the path', () => {
    const form = Object.assign(formOfSearch({ user: 'x' }), { path: '/a?b=1?c', query: 'd=2' })
    expect(searchOfForm(form)).toMatchObject({ path: '/a', query: 'b=1&c&d=2' })
  })

  it('is not asked before it is whole', () => {
    expect([{}, { user: 'x', method: 'GET' }, { method: 'GET', path: '/a' }].map(askedOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('may have a body, headers and an address', () => {
    const asked = { user: 'x', method: 'GET', path: '/a' }
    expect(withExtras(asked, NO_EXTRAS)).toEqual(asked)
    const extras = { body: '{"a": 1}', headers: 'X-Team: red\n\nX-Odd', address: ' 192.0.2.1 ' }
    expect(withExtras(asked, extras)).toEqual({
      ...asked,
      body: { a: 1 },
      headers: { 'X-Team': 'red', 'X-Odd': '' },
      remoteAddress: '192.0.2.1',
    })
    expect(withExtras(asked, Object.assign({}, NO_EXTRAS, { body: 'plain' })).body).toBe('plain')
  })

  it('is the same where it is asked once more, and another one with another body', () => {
    const form = formOfSearch({ user: 'x', method: 'POST', path: '/a' })
    const other = Object.assign({}, form, { body: '{"a": 1}' })
    expect(isSameQuestion(questionOf(form), questionOf(Object.assign({}, form)))).toBe(true)
    expect(isSameQuestion(questionOf(form), questionOf(other))).toBe(false)
    expect(isSameQuestion(undefined, undefined)).toBe(false)
  })

  it('names who asks', () => {
    expect(
      [{ user: 'x' }, { roles: [] }, { roles: ['a', 'b'] }, { roles: ['$unauthenticated'] }].map(one =>
        askerOf(Object.assign({ method: 'GET', path: '/' }, one)),
      ),
    ).toEqual(['x', 'Somebody without a role', 'Somebody with a, b', 'Nobody signed in'])
  })
})
