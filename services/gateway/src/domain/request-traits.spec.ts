import { describe, expect, it } from '@jest/globals'
import { requestTraits } from './request-traits.ts'

const shared = { tier: 'shared', db: 'sluice' } as const
const dedicated = { tier: 'dedicated', db: 'sluice' } as const
const traits = (line: string, tiering: Parameters<typeof requestTraits>[1] = shared) => {
  const [method = '', target = ''] = line.split(' ')
  const [path = '', query = ''] = target.split('?')
  return requestTraits({ method, segments: path.split('/').filter(Boolean), query }, tiering)
}
const none = { isManagement: false, isBulkPatch: false, isBulkDelete: false, hasWriteMode: false }

describe('what a request needs extra leave for', () => {
  it.each([
    'GET /',
    'GET /orders',
    'POST /orders',
    'GET /orders/_indexes',
    'GET /orders/_meta',
    'PUT /orders/7',
    'DELETE /orders/7',
    'PUT /orders/_id?id=true',
    'PATCH /users/_id?id=%22a/b%22',
    'DELETE /acl/_id?id=%22a/b%22',
    'GET /acl/changes',
    'POST /acl/explain',
    'PATCH /things/changes',
  ])('is nothing for %s', line => {
    expect(traits(line)).toEqual(none)
  })

  it.each([
    'PUT /orders',
    'DELETE /orders',
    'POST /acl/changes',
    'PATCH /orders',
    'PUT /orders/_indexes/a',
    'DELETE /orders/_indexes/a',
    'PATCH /orders/_meta',
    'POST /',
    'DELETE /',
  ])('is management for %s', line => {
    expect(traits(line)).toEqual({ ...none, isManagement: true })
  })

  it('counts from the database in the dedicated tier', () => {
    expect(traits('PUT /shop', dedicated).isManagement).toBe(true)
    expect(traits('PUT /shop/orders', dedicated).isManagement).toBe(true)
    expect(traits('POST /shop/orders', dedicated)).toEqual(none)
    expect(traits('PUT /shop/orders/7', dedicated)).toEqual(none)
    expect(traits('POST /sluice/acl/changes', dedicated).isManagement).toBe(true)
    expect(traits('POST /acl/changes', dedicated)).toEqual(none)
    expect(traits('DELETE /sluice/users/_id?id=%22a/b%22', dedicated)).toEqual(none)
    expect(traits('PATCH /shop/orders/*?filter={}', dedicated).isBulkPatch).toBe(true)
  })

  it('is bulk for the star alone', () => {
    expect(traits('PATCH /orders/*?filter=%7B%7D')).toEqual({ ...none, isBulkPatch: true })
    expect(traits('DELETE /orders/*?filter=%7B%7D')).toEqual({ ...none, isBulkDelete: true })
  })

  it('sees a write mode however its name is encoded', () => {
    expect(traits('PUT /orders/7?wm=upsert').hasWriteMode).toBe(true)
    expect(traits('PUT /orders/7?%77m=upsert').hasWriteMode).toBe(true)
    expect(traits('GET /orders?wm=upsert').hasWriteMode).toBe(false)
  })
})
