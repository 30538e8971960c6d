import type { Definition } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { fault } from '../language/syntax.ts'
import { shorten } from '../operand.ts'
import { isCovered, namesOf, reaches, touches, treeOf, type WrittenKeys, writtenKeys } from './key-tree.ts'
import { documentsOf, withoutPositions } from './request-body.ts'

/** Every document of the body has all of the keys. */
export const bodyContains: Definition = onKeys(
  1,
  keys =>
    ({ placed }) =>
      keys.every(key => reaches(placed, key)),
)

/** Nothing is written but the keys and what is below them, whether a number in a dotted key is a name or a position. */
export const bodyWhitelist: Definition = onKeys(0, keys => {
  const listed = treeOf(keys)
  return ({ named }) => isCovered(named, listed)
})

/** None of the keys is written, nothing below them, and nothing that they are below: that would replace them. */
export const bodyBlacklist: Definition = onKeys(
  1,
  keys =>
    ({ placed }) =>
      !keys.some(key => touches(placed, key)),
)

function onKeys(minimum: number, prepare: (keys: readonly string[]) => (written: WrittenKeys) => boolean): Definition {
  return {
    parameters: [{ name: 'keys', takes: 'texts', minimum }],
    defaultParameter: 'keys',
    build({ texts }) {
      const wrong = texts('keys').find(({ text }) => text !== withoutPositions(text))
      if (wrong) return fault(wrong.offset, `"${wrong.text}": leave out positions in arrays and operators.`)
      const judge = prepare(texts('keys').map(({ text }) => text))
      return {
        kind: 'check',
        readsBody: true,
        test: exchange => keysOfAll(exchange)?.every(judge) ?? 'unknown',
        because,
      }
    },
  }
}

/** For each document of the body; undefined when the body is none, or one of them is nested too deep to be judged. */
function keysOfAll(exchange: Exchange): readonly WrittenKeys[] | undefined {
  const all = documentsOf(exchange)?.map(writtenKeys)
  const judged = all?.filter(keys => keys !== undefined)
  return judged?.length === all?.length ? judged : undefined
}

const SHOWN_KEYS = 20

function because(exchange: Exchange): string {
  const written = keysOfAll(exchange)
  if (!written) return 'there was no body with fields'
  const names = [...new Set(written.slice(0, SHOWN_KEYS).flatMap(({ named }) => namesOf(named, SHOWN_KEYS)))]
  return names.length === 0 ? 'the body had no fields' : `the body had ${shorten(names.join(', '))}`
}
