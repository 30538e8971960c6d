import { describe, expect, it } from '@jest/globals'
import { headersToForward, headersToReturn, readHeaders } from './request-headers.ts'

const forward = (...raw: string[]) => {
  const flat = headersToForward(readHeaders(raw), [])
  return flat.filter((_, at) => at % 2 === 0)
}

describe('headers on their way to a service', () => {
  it('leave out what belongs to the connection, and what Connection names', () => {
    const names = forward('Connection', 'close, X-Hop', 'X-Hop', '1', 'TE', 'trailers', 'Upgrade', 'h2c', 'X-Kept', '1')
    expect(names).toEqual(['x-kept', 'accept-encoding'])
    const repeated = forward('Connection', 'keep-alive', 'X-Hop', '1', 'connection', 'x-hop', 'X-Kept', '1')
    expect(repeated).toEqual(['x-kept', 'accept-encoding'])
  })

  it('can not carry a grant, credentials or a chain of the client', () => {
    const names = forward('X-Sluice-Grant', 'forged', 'Authorization', 'Basic x', 'sluice-chain', 'x', 'Host', 'a')
    expect(names).toEqual(['accept-encoding'])
    const parts = forward('X-Sluice-Caller', 'forged', 'x-sluice-request', 'forged', 'X-SLUICE-CALLER', 'forged')
    expect(parts).toEqual(['accept-encoding'])
    const named = headersToForward(readHeaders(['Connection', 'x-sluice-caller, x-sluice-request']), [
      'x-sluice-caller',
      'ours',
    ])
    expect(named).toEqual(['accept-encoding', 'identity', 'x-sluice-caller', 'ours'])
  })

  it('leave the session of the console here, and no other cookie', () => {
    const cookies = ['Cookie', 'lang=en; sluice_session_0a1b2c3d=sls_1', 'Cookie', 'sluice_session_0a1b2c3d=sls_1']
    expect(headersToForward(readHeaders(cookies), [])).toEqual(['cookie', 'lang=en', 'accept-encoding', 'identity'])
  })

  it('keep the length of the body whatever Connection says', () => {
    expect(forward('Connection', 'content-length', 'Content-Length', '3')).toContain('content-length')
  })

  it('keep repeated headers in order', () => {
    expect(headersToForward(readHeaders(['A', '1', 'b', '2', 'a', '3']), ['g', 'x'])).toEqual([
      'a',
      '1',
      'b',
      '2',
      'a',
      '3',
      'accept-encoding',
      'identity',
      'g',
      'x',
    ])
  })

  it('never ask for compression', () => {
    expect(headersToForward(readHeaders(['Accept-Encoding', 'gzip']), [])).toEqual(['accept-encoding', 'identity'])
  })
})

describe('headers on their way back', () => {
  it('leave out inner ones, those of the connection and the request id of a service', () => {
    const inner = ['x-sluice-positions', 'keys=1', 'x-request-id', 'x']
    const ofConnection = ['connection', 'keep-alive', 'keep-alive', 'timeout=5', 'transfer-encoding', 'chunked']
    expect(headersToReturn([...ofConnection, ...inner, 'etag', '"1"'])).toEqual(['etag', '"1"'])
  })
})
