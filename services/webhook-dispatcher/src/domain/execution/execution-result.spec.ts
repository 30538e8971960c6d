import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import type { SendOutcome } from '../../ports/sender.ts'
import { resultOfSend } from './execution-result.ts'

const TOKEN = 'a/very+secret/value=='
const URL_OF_TARGET = new URL('https://hooks.example.com/a')
const request = (headers: Record<string, string>) => ({
  url: URL_OF_TARGET,
  port: 443,
  target: 'https://hooks.example.com:443',
  body: '{}',
  isJson: true,
  timeoutMs: 1000,
  headers,
})
const answer = (body: Uint8Array, headers: [string, string][] = []): SendOutcome => ({
  kind: 'answered',
  statusCode: 200,
  headers,
  body,
  isCut: false,
  durationMs: 1,
})
const bodyOf = (outcome: SendOutcome, headers: Record<string, string> = { authorization: `Basic ${TOKEN}` }) =>
  resultOfSend(1, request(headers), outcome).response?.body

describe('the logged answer of a target that repeats a credential', () => {
  it.each([
    ['as it is', Buffer.from(`you sent ${TOKEN}`)],
    ['in JSON', Buffer.from(JSON.stringify({ sent: `Basic ${TOKEN}` }))],
    ['in JSON with escaped slashes', Buffer.from(JSON.stringify({ sent: TOKEN }).replaceAll('/', '\\/'))],
    ['in a url', Buffer.from(`?token=${encodeURIComponent(TOKEN)}`)],
    ['beside bytes that are no text', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TOKEN)])],
  ])('shows it nowhere: %s', (_, body) => {
    const logged = bodyOf(answer(body))
    const text = Buffer.from(logged?.text ?? '', logged?.encoding).toString('latin1')
    expect(text).toContain('[masked]')
    for (const part of [TOKEN, encodeURIComponent(TOKEN), 'very']) expect(text).not.toContain(part)
    expect(logged).toMatchObject({ state: 'captured', length: body.length })
  })

  it('is not kept where it is compressed, as nothing can be found in it', () => {
    const body = gzipSync(TOKEN)
    const encoded: [string, string][] = [['Content-Encoding', 'gzip']]
    expect(bodyOf(answer(body, encoded))).toMatchObject({ state: 'withheld', length: body.length, text: '' })
    expect(bodyOf(answer(body, encoded), { 'content-type': 'text/plain' })).toMatchObject({ state: 'captured' })
  })

  it('is kept as it is where nothing was sent that is hidden', () => {
    expect(bodyOf(answer(Buffer.from('thänks')), {})).toMatchObject({
      state: 'captured',
      encoding: 'utf8',
      text: 'thänks',
    })
  })
})
