import { describe, expect, it } from '@jest/globals'
import { type EmailWebhook, webhookRecord } from '@sluice/contracts'
import fc from 'fast-check'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { parseTemplate } from '../template/parse-template.ts'
import { addressMail, renderMail } from './plan-mail.ts'
import { recipientsOf } from './recipients.ts'

const email = { to: ['a@example.com'], cc: [], subject: 'Order', bodyType: 'html', bodyTemplate: 'x' }

function mailWebhook(change: object): EmailWebhook {
  const stored = { _id: 'w', version: 1, secret: 'whsec_x', createdAt: new Date(), updatedAt: new Date() }
  const parsed = webhookRecord.parse({
    ...stored,
    name: 'orders',
    type: 'email',
    condition: "path('/orders')",
    email: { ...email, ...change },
  })
  if (parsed.type !== 'email') throw new TypeError('no mail')
  return parsed
}

const render = (change: object, body: unknown = {}) =>
  renderMail(mailWebhook(change), sampleExchange({ body }), parseTemplate)

describe('the subject of a mail', () => {
  it.each(['\r\nBcc: c@example.com', '\nX: y', '\u0000\u0007', '\u2028', '\u0085'])(
    'stays one line whatever a value holds: %j',
    text => {
      const rendered = render({ subject: 'Order {{{request.body.sku}}}!' }, { sku: `a${text}b` })
      expect(rendered).toMatchObject({ subject: expect.stringMatching(/^Order a [^\p{Cc}\u2028]*b!$|^Order a b!$/u) })
    },
  )

  it('holds no control character, and at most 500 characters, for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1200 }), sku => {
        const rendered = render({ subject: '{{request.body.sku}}' }, { sku })
        return rendered.kind === 'body' && /^[^\p{Cc}]{0,500}$/u.test(rendered.subject ?? '\n')
      }),
    )
  })

  it('is not escaped: it is no HTML', () => {
    expect(render({ subject: '{{request.body.sku}}' }, { sku: 'a & b' })).toMatchObject({ subject: 'a & b' })
  })
})

describe('the body of a mail', () => {
  it('of the type html has its values escaped, but for raw ones', () => {
    const bodyTemplate = '<p title="{{request.body.x}}">{{request.body.x}}</p>{{{request.body.x}}}'
    const escaped = '&lt;b a&#61;&quot;1&quot;&gt;&amp;&#39;&#96;'
    expect(render({ bodyTemplate }, { x: '<b a="1">&\'`' })).toMatchObject({
      text: `<p title="${escaped}">${escaped}</p><b a="1">&'\``,
      isJson: null,
    })
  })

  it('of the type json has its values escaped for JSON', () => {
    const bodyTemplate = '{"x": "{{request.body.x}}"}'
    const rendered = render({ bodyType: 'json', bodyTemplate }, { x: 'a "b"\n<c>' })
    expect(rendered).toMatchObject({ isJson: true })
    expect(rendered.kind === 'body' && JSON.parse(rendered.text)).toEqual({ x: 'a "b"\n<c>' })
  })

  it.each(['', ' \n '])('of the type json is the default payload where the template is %j', bodyTemplate => {
    const rendered = render({ bodyType: 'json', bodyTemplate }, { x: 1 })
    expect(rendered.kind === 'body' && JSON.parse(rendered.text)).toMatchObject({
      webhook: { id: 'w', name: 'orders' },
      request: { method: 'POST', path: '/orders', body: { x: 1 } },
      response: { statusCode: 201 },
    })
  })

  it('fails with the field at fault when it grows beyond what may be sent', () => {
    const bodyTemplate = '{{#request.body}}{{{x}}}{{/request.body}}'
    const body = Array.from({ length: 300 }, () => ({ x: 'y'.repeat(1000) }))
    expect(render({ bodyTemplate }, body)).toMatchObject({
      kind: 'fail',
      code: 'TEMPLATE_FAILED',
      message: expect.stringMatching(/^bodyTemplate: .*256 KiB/),
    })
    const subject = '{{#request.body}}{{{x}}}{{/request.body}}'
    expect(render({ subject }, body)).toMatchObject({ kind: 'fail', message: expect.stringMatching(/^subject: /) })
  })
})

describe('a mail', () => {
  it('has the delivery id in its Message-ID, under the domain of its sender', () => {
    const body = { text: 'x', isJson: null, subject: 's' }
    const mail = addressMail({ id: 'the-delivery', webhook: mailWebhook({}), body, from: 'sluice@example.org' })
    expect(mail.messageId).toBe('<the-delivery@example.org>')
  })

  it('counts each recipient once, whatever its case and wherever it stands', () => {
    const to = ['A@example.com', 'b@example.com', 'a@EXAMPLE.com']
    const cc = ['B@example.com', 'c@example.com']
    expect(recipientsOf({ to, cc })).toEqual(['A@example.com', 'b@example.com', 'c@example.com'])
  })
})
