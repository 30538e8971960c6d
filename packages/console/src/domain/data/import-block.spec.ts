import { describe, expect, it } from '@jest/globals'
import { indexOfRefusal, messageOfRefusal, NO_REPORT, noteBlock, noteRefused, prepareItem } from './import-block.ts'

const ID = { $oid: '6b03e00a89fb6746dd7a3ad2' }
const newId = () => ID

describe('a line of a file that is imported', () => {
  it('keeps its _id, and every digit', () => {
    const text = '{"n": 5.0, "_id": 7}'
    expect(prepareItem({ line: 1, text }, newId)).toEqual({ line: 1, text, hasOwnId: true })
  })

  it.each([
    ['{"n": 5.0}', `{"_id": ${JSON.stringify(ID)}, "n": 5.0}`],
    ['{ }', `{"_id": ${JSON.stringify(ID)} }`],
  ])('gets an _id where it has none, so that it is stored once: %s', (text, made) => {
    expect(prepareItem({ line: 2, text }, newId)).toEqual({ line: 2, text: made, hasOwnId: false })
  })

  it.each(['{"n": }', '[1]', '7', 'null', 'x'])('is refused here where it is no document: %s', text => {
    expect(prepareItem({ line: 3, text }, newId)).toMatchObject({ line: 3, code: expect.any(String) })
  })
})

describe('the report of an import', () => {
  const block = [
    { line: 1, text: '{}', hasOwnId: false },
    { line: 2, text: '{}', hasOwnId: true },
    { line: 5, text: '{}', hasOwnId: true },
  ]
  const conflict = (index: number) => ({ index, code: 'CONFLICT', message: 'It is there.' })

  it('counts what was written, and names the lines that were not', () => {
    const stored = { inserted: 1, modified: 1, errors: [conflict(2)] }
    expect(noteBlock(NO_REPORT, block, { stored, isAgain: false })).toEqual({
      inserted: 1,
      replaced: 1,
      refused: 1,
      refusedLines: [{ line: 5, code: 'CONFLICT', message: 'It is there.' }],
      line: 5,
    })
  })

  it('counts as written what a first attempt has stored whose answer was lost', () => {
    const stored = { inserted: 1, modified: 0, errors: [conflict(0), conflict(1)] }
    expect(noteBlock(NO_REPORT, block, { stored, isAgain: true })).toMatchObject({ inserted: 2, refused: 1 })
  })

  it('lists so many lines, and counts the others', () => {
    const lines = Array.from({ length: 1_500 }, (_, line) => ({ line, code: 'X', message: 'x' }))
    const { refused, refusedLines } = noteRefused(NO_REPORT, lines)
    expect([refused, refusedLines.length]).toEqual([1_500, 1_000])
  })

  it('says what is wrong with a document without its place in the block', () => {
    expect(messageOfRefusal({ path: '12.price', message: 'It is a number.' }, 'all')).toBe('price: It is a number.')
    expect(messageOfRefusal({ path: '12', message: 'It is no object.' }, 'all')).toBe('It is no object.')
    expect(messageOfRefusal(undefined, 'all')).toBe('all')
  })

  it.each([
    ['12.price', 500, 12],
    ['0', 500, 0],
    ['501', 500, undefined],
    ['roles', 2, undefined],
    ['roles', 1, 0],
    [undefined, 2, undefined],
  ])('finds the document that a refusal of a block is about: %s of %d', (path, length, index) => {
    expect(indexOfRefusal(path, length)).toBe(index)
  })
})
