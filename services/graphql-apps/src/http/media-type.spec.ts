import { describe, expect, it } from '@jest/globals'
import { bodyFormOf, chooseMediaType } from './media-type.ts'

const modern = 'application/graphql-response+json'
const old = 'application/json'

describe('the media type of an answer', () => {
  it.each([
    [undefined, modern],
    ['*/*', modern],
    ['application/*', modern],
    [old, old],
    [modern, modern],
    [`${modern}, ${old};q=0.9`, modern],
    [`${old}, ${modern};q=0.9`, old],
    [`${modern}; charset=utf-8, ${old}`, modern],
    ['application/json; charset=utf-8, */*; q=0.1', old],
    ['text/html', modern],
    ['', modern],
  ])('for Accept %j is %s', (accept, type) => {
    expect(chooseMediaType(accept)).toBe(type)
  })
})

describe('a body', () => {
  it.each([
    ['application/json', 'json'],
    ['Application/JSON; charset=UTF-8', 'json'],
    ['application/json; charset="utf-8"', 'json'],
    ['application/json; charset=latin1', undefined],
    ['text/plain', undefined],
    ['application/x-www-form-urlencoded', undefined],
    ['application/graphql', 'document'],
    ['application/graphql; charset=utf-8', 'document'],
    ['application/graphql; charset=latin1', undefined],
    [undefined, undefined],
  ])('of type %j has the form %s', (type, form) => {
    expect(bodyFormOf(type)).toBe(form)
  })
})
