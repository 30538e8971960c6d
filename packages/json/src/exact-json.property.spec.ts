import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { editJson, indentJson } from './edit-json.ts'
import { parseForPrinting, parseWithBigints } from './exact-numbers.ts'
import { type JsonNode, readJsonTree } from './json-tree.ts'
import { arbitraryJsonText } from './testing/arbitrary-json.ts'

const RUNS = { numRuns: 1_000 }

/** What `JSON.parse` gives, but for numbers that JSON can't hold, which `JSON.stringify` makes null. */
const printed = (text: string): unknown => JSON.parse(JSON.stringify(JSON.parse(text)))

/** Whether the values of a tree are written where it says, and are what `JSON.parse` takes them for. */
function agrees(node: JsonNode, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item, index) => agreesAt(node.items()[index], item))
  if (typeof value === 'object' && value !== null) {
    return Object.keys(value).every(name => agreesAt(node.member(name), Reflect.get(value, name)))
  }
  return Object.is(node.value(), value)
}

function agreesAt(node: JsonNode | undefined, value: unknown): boolean {
  return (
    node !== undefined && Object.is(JSON.stringify(JSON.parse(node.text)), JSON.stringify(value)) && agrees(node, value)
  )
}

const withoutDoubles = (text: string): boolean => {
  const names: string[] = []
  JSON.parse(text, (name: string, value: unknown) => {
    names.push(name)
    return value
  })
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*:/g)].length === names.filter(name => !/^\d*$/.test(name)).length
}

describe('a JSON text', () => {
  it('is a tree whose values stand where they were written, the last of a name that stands twice', () => {
    fc.assert(
      fc.property(arbitraryJsonText, text => {
        const tree = readJsonTree(text)
        expect(tree.text).toBe(text)
        expect(agrees(tree, JSON.parse(text))).toBe(true)
      }),
      RUNS,
    )
  })

  it('is what it was, character by character, when nothing in it was changed and no name stands twice', () => {
    fc.assert(
      fc.property(arbitraryJsonText.filter(withoutDoubles), text => {
        expect(editJson(text, JSON.parse(text))).toBe(text)
      }),
      RUNS,
    )
  })

  it('means what it was changed to, whatever that is', () => {
    fc.assert(
      fc.property(arbitraryJsonText, arbitraryJsonText, (text, other) => {
        const changed = printed(other)
        expect(printed(editJson(text, changed))).toEqual(changed)
        expect(printed(editJson(text, printed(text)))).toEqual(printed(text))
      }),
      RUNS,
    )
  })

  it('loses nothing but white space when it is indented', () => {
    fc.assert(
      fc.property(arbitraryJsonText, text => {
        const indented = indentJson(text)
        expect(JSON.stringify(JSON.parse(indented))).toBe(JSON.stringify(JSON.parse(text)))
        expect(indented.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
      RUNS,
    )
  })

  it.each([
    ['{"n":9007199254740993}', '{"n":9007199254740993}'],
    ['[1.10, -9007199254740993, 1e3, 5]', '[1.10,-9007199254740993,1e3,5]'],
    ['"9007199254740993"', '"9007199254740993"'],
  ])('%s is printed with the digits that it came with', (text, json) => {
    expect(JSON.stringify(parseForPrinting(text))).toBe(json)
  })

  it('has whole numbers of any length, compared digit by digit', () => {
    expect(parseWithBigints('[9007199254740993, 12345678901234567890123, 5, 1.10]')).toEqual([
      9007199254740993n,
      12345678901234567890123n,
      5,
      1.1,
    ])
  })

  it('is edited in place: what was not changed stays as it was written', () => {
    const text = '{ "2": 1.10, "password": "x",\n "b": [9007199254740993, {"password": 7}] }'
    const hide = (name: string, value: unknown) => (name === 'password' ? '[redacted]' : value)
    const changed: unknown = JSON.parse(JSON.stringify(JSON.parse(text), hide))
    expect(editJson(text, changed)).toBe(
      '{ "2": 1.10, "password": "[redacted]",\n "b": [9007199254740993, {"password": "[redacted]"}] }',
    )
  })

  it('does not keep what stands under a name a second time', () => {
    const text = '{"a":{"password":"secret"},"a":1.10}'
    expect(editJson(text, { a: 1.1 })).toBe('{"a":1.1}')
  })
})
