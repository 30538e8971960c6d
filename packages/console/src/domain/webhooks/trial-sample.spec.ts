import { describe, expect, it } from '@jest/globals'
import { exchangeOf, firstSample, sampleView, TYPED_SAMPLE, viewOf } from './trial-sample.ts'

describe('a sample that was typed', () => {
  it('is an exchange', () => {
    expect(exchangeOf({ ...TYPED_SAMPLE, path: '/routes', body: '{"origin":"SFO"}' })).toEqual({
      request: { method: 'POST', path: '/routes', body: { origin: 'SFO' } },
      response: { statusCode: 201 },
    })
  })

  it.each([
    [{ path: 'routes' }, { request: { path: '/routes' } }],
    [{ method: ' put ' }, { request: { method: 'PUT' } }],
    [{ body: 'no JSON' }, { request: { body: 'no JSON' } }],
  ])('is mended where that is plain: %j', (typed, exchange) => {
    expect(exchangeOf({ ...TYPED_SAMPLE, ...typed })).toMatchObject(exchange)
  })

  it.each(['', 'x', '99', '600'])('has no answer where the status is %j', statusCode => {
    expect(exchangeOf({ ...TYPED_SAMPLE, statusCode })).not.toHaveProperty('response')
  })

  it('is what a template sees', () => {
    const view = viewOf(exchangeOf({ ...TYPED_SAMPLE, body: '' }), 'New')
    expect(view).toMatchObject({ webhook: { name: 'New' }, request: { method: 'POST', body: null } })
  })
})

describe('a sample that nobody has chosen', () => {
  it('is what Sluice tells where the condition names that, else a request', () => {
    expect(firstSample("sluice('key.*')")).toEqual({ kind: 'told', occurrence: 'key.expiring' })
    expect(firstSample("path('/routes')")).toBe(TYPED_SAMPLE)
  })

  it('is what a template sees, too', () => {
    expect(sampleView({ kind: 'told', occurrence: 'key.leaked' }, 'New')).toMatchObject({ occurrence: 'key.leaked' })
    expect(sampleView(TYPED_SAMPLE, 'New')).toMatchObject({ request: { path: '/' } })
  })
})
