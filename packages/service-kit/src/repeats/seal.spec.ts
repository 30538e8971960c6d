import { describe, expect, it } from '@jest/globals'
import { formatDocument, parseDocumentJson } from '@sluice/documents'
import { z } from 'zod'
import { secret } from '../settings/secret.ts'
import { createSeal } from './seal.ts'

const [old, current, next] = ['first secret', 'second secret', 'third secret'].map(text => secret(text))
const of = { subject: 'POST /orders by ann, key k1', record: 'r1' }
const sealWith = (secrets: (typeof old)[], about = of) => createSeal(() => secrets.flatMap(item => item ?? []), about)

describe('the seal of a kept answer', () => {
  it('keeps each type and digit of a document', () => {
    const text =
      '{"_id":{"$oid":"6b03e00a89fb6746dd7a3ad2"},"long":{"$numberLong":"9007199254740993"},"double":{"$numberDouble":"1.0"},"price":{"$numberDecimal":"1.10"},"at":{"$date":1},"nothing":null}'
    const parsed = parseDocumentJson(Buffer.from(text))
    const document = z.record(z.string(), z.unknown()).parse(parsed.kind === 'parsed' && parsed.value)
    const seal = sealWith([current])
    const opened = seal.open(seal.close(document)) ?? {}
    expect(formatDocument(opened, 'canonical')).toBe(formatDocument(document, 'canonical'))
  })

  it('is of a request of whatever length', () => {
    const long = (end: string) => sealWith([current], { ...of, subject: '名'.repeat(2_000) + end })
    expect(long('a').open(long('a').close({ a: 'b' }))).toEqual({ a: 'b' })
    expect(long('b').open(long('a').close({ a: 'b' }))).toBeUndefined()
  })

  it('shows nothing of what it keeps', () => {
    const sealed = Buffer.from(sealWith([current]).close({ key: 'slk_of_ann' }), 'base64')
    expect(sealed.includes('slk_of_ann')).toBe(false)
    expect(sealWith([current]).close({ a: 1 })).not.toBe(sealWith([current]).close({ a: 1 }))
  })

  it('is opened by who has the same request and a secret that is in force', () => {
    const sealed = sealWith([current, old]).close({ a: 'b' })
    expect(sealWith([next, current]).open(sealed)).toEqual({ a: 'b' })
    expect(sealWith([next]).open(sealed)).toBeUndefined()
    expect(sealWith([current], { ...of, subject: 'POST /orders by bob, key k1' }).open(sealed)).toBeUndefined()
    expect(sealWith([current], { ...of, record: 'r2' }).open(sealed)).toBeUndefined()
    expect(sealWith([current]).open('')).toBeUndefined()
  })
})
