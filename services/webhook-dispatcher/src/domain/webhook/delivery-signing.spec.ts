import { expect, it } from '@jest/globals'
import { type HttpWebhook, webhookRecord } from '@sluice/contracts'
import { sampleVersion } from '../../testing/sample-version.ts'
import { signingOf } from './delivery-signing.ts'

const second = (secret: string) => ({
  signature: { second: { scheme: 'hmac-sha256', header: 'x-check', label: '', encoding: 'hex', secret } },
})

const httpWebhook = (more: object): HttpWebhook => {
  const record = webhookRecord.parse({ ...sampleVersion.webhook, ...more })
  if (record.type !== 'http') throw new RangeError(record.type)
  return record
}

const matched = httpWebhook({ url: 'https://old.example/hook', ...second('what the old receiver checks') })
const at = new Date()

it('signs by the second secret of now what goes to the server of now', () => {
  const current = httpWebhook({ url: 'https://old.example/moved', ...second('what the receiver checks now') })
  expect(signingOf(matched, current, at).second?.secret).toBe('what the receiver checks now')
})

it('gives no other server a signature by a secret that it never had', () => {
  const current = httpWebhook({ url: 'https://new.example/hook', ...second('what the new receiver checks') })
  expect(signingOf(matched, current, at).second?.secret).toBe('what the old receiver checks')
})

it('leaves the second signature out where it was taken away from the server', () => {
  const current = httpWebhook({ url: 'https://old.example/hook' })
  expect(signingOf(matched, current, at).second).toBeUndefined()
})
