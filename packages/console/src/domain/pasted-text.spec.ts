import { describe, expect, it } from '@jest/globals'
import { readPasted, timeOfId } from './pasted-text.ts'

const ID = '019ac0de-7a00-7000-8000-000000000001'

describe('a text that was pasted', () => {
  it.each(['slk_0123456789abcdef', '  sls_0123456789abcdef\n', 'Authorization: Bearer slk_0123456789abcdef'])(
    'with a secret in it is a secret: %j',
    text => {
      expect(readPasted(text)).toEqual({ kind: 'secret', secret: expect.stringMatching(/^sl[ks]_0123456789abcdef$/) })
    },
  )

  it('is an id where it is nothing else', () => {
    expect(readPasted(` ${ID.toUpperCase()} `)).toEqual({ kind: 'id', id: ID })
    expect(readPasted(`${ID}0`)).toEqual({ kind: 'name' })
    expect(readPasted('slk')).toEqual({ kind: 'name' })
  })

  it('holds its time where it is an id', () => {
    expect(new Date(timeOfId(ID)).toISOString()).toBe('2025-11-26T15:53:17.056Z')
  })
})
