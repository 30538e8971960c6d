import { describe, expect, it } from '@jest/globals'
import { chooseMediaType, isJsonBody } from './media-type.ts'

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
    ['application/json', true],
    ['Application/JSON; charset=UTF-8', true],
    ['application/json; charset="utf-8"', true],
    ['application/json; charset=latin1', false],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', false],
    ['application/graphql', false],
    [undefined, false],
  ])('of type %j is JSON: %s', (type, isJson) => {
    expect(isJsonBody(type)).toBe(isJson)
  })
})
