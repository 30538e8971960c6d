import { describe, expect, it } from '@jest/globals'
import { errorHelp } from './error-help.ts'
import { type ErrorCode, errorCatalogue, problemDocument, refuse } from './errors.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

describe('the error catalogue', () => {
  it.each(codes)('gives %s an error status and a title for people', code => {
    const { status, title } = errorCatalogue[code]
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
  })

  it('calls a refusal retriable only where the same request may succeed later', () => {
    const retriable = codes.filter(code => errorCatalogue[code].isRetriable)
    const others = retriable.filter(code => code !== 'IDEMPOTENCY_KEY_IN_USE')
    expect(new Set(others.map(code => errorCatalogue[code].status))).toEqual(new Set([408, 429, 502, 503, 504]))
  })

  it.each(codes)('says in sentences when %s is sent and what to do', code => {
    expect(errorHelp[code]).toMatch(/^[A-Z].{20,}\.$/s)
  })

  it('has one address per code', () => {
    const types = codes.map(code => problemDocument(refuse(code, 'x'), '').type)
    expect(new Set(types).size).toBe(codes.length)
    for (const type of types) expect(type).toMatch(/^\/docs\/errors#[a-z-]+$/)
  })
})

describe('a problem document', () => {
  it('says what is wrong, and under which request id the log has it', () => {
    expect(problemDocument(refuse('NOT_FOUND', 'There is nothing here.'), 'r1')).toEqual({
      type: '/docs/errors#not-found',
      title: 'Not found',
      status: 404,
      code: 'NOT_FOUND',
      detail: 'There is nothing here.',
      requestId: 'r1',
    })
  })

  it('names the fields at fault where there are any', () => {
    const errors = [{ path: 'name', message: 'is missing' }]
    expect(problemDocument(refuse('VALIDATION_FAILED', 'x', errors), 'r1')).toMatchObject({ errors })
    expect(problemDocument(refuse('VALIDATION_FAILED', 'x', []), 'r1')).not.toHaveProperty('errors')
  })
})
