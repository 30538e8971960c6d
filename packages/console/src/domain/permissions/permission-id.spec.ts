import { describe, expect, it } from '@jest/globals'
import { idOfText, idText, nameOfId, permissionPath } from './permission-id.ts'

const OID = '6b03e00a89fb6746dd7a3ad2'

describe('the id of a permission', () => {
  it.each([
    ['crew-reads', '/crew-reads'],
    ['100%', '/100%25'],
    [`"<script>' x`, `/${encodeURIComponent(`"<script>' x`)}`],
    ['שלום', `/${encodeURIComponent('שלום')}`],
    ['a/b', '/_id?id=%22a%2Fb%22'],
    ['a%2fb', '/_id?id=%22a%252fb%22'],
    ['check', '/_id?id=%22check%22'],
    ['_x', '/_id?id=%22_x%22'],
    [{ $oid: OID }, `/${OID}`],
    [7, '/7?id_type=NUMBER'],
    [true, '/_id?id=true'],
  ])('%j has the path %s', (id, path) => expect(permissionPath(id)).toBe(path))

  it('is the same after it stood in the address of a page', () => {
    for (const id of ['crew', 'a/b', '7', { $oid: OID }]) expect(idOfText(idText(id) ?? '')).toEqual(id)
    expect(idText(7)).toBeUndefined()
  })

  it('has a name, whatever it is', () => {
    expect([nameOfId('crew'), nameOfId({ $oid: OID }), nameOfId(7), nameOfId(undefined)]).toEqual([
      'crew',
      OID,
      '7',
      'no name',
    ])
  })
})
