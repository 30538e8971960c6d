import { describe, expect, it } from '@jest/globals'
import { webhookId } from '@sluice/contracts'
import { previewTemplate } from '../domain/mail/preview-template.ts'
import { viewOf } from '../domain/request/delivery-payload.ts'
import { parseTemplate } from '../domain/template/parse-template.ts'
import { sampleExchange } from '../testing/sample-exchange.ts'
import { readReadyTemplates } from './ready-templates.ts'

const templates = readReadyTemplates()
const hostile = '"}],\n\\ "text": "<b>@everyone</b>" {{x}}'

function render(id: string, change: { path?: string; hasResponse?: boolean } = {}): string {
  const { path = `/orders/${hostile}`, hasResponse = true } = change
  const exchange = sampleExchange({ path, body: { note: hostile } })
  if (!hasResponse) exchange.event.response = null
  const found = templates.find(template => template.id === id)
  const parsed = parseTemplate(found?.template ?? '{{')
  if (!found || parsed.kind === 'invalid') throw new SyntaxError(id)
  const view = viewOf(exchange, { _id: webhookId.parse('a'), name: `Orders ${hostile}` })
  const preview = previewTemplate(parsed.template, view, found.as)
  if (preview.kind === 'failed') throw new RangeError(preview.reason)
  return preview.output
}

const line = `POST /orders/${hostile}`

describe('a ready template', () => {
  it('is for Slack: blocks of plain text, in which nothing of a value is a mention', () => {
    expect(JSON.parse(render('slack'))).toEqual({
      text: `Orders ${hostile}: POST was answered with 201`,
      mrkdwn: false,
      blocks: [
        { type: 'section', text: { type: 'plain_text', text: `${line}: 201` } },
        { type: 'context', elements: [{ type: 'plain_text', text: expect.stringContaining('nobody signed in') }] },
      ],
    })
  })

  it('is for Discord: a short content and an embed, that mention nobody', () => {
    const message = JSON.parse(render('discord', { path: `/${'x'.repeat(3000)}` }))
    expect(message).toMatchObject({
      allowed_mentions: { parse: [] },
      embeds: [{ description: `POST /${'x'.repeat(3000)}`, fields: [{ value: '201' }, { value: 'nobody signed in' }] }],
    })
    // Discord takes 2,000 characters here, and 4,096 in a description.
    expect(message.content.length).toBeLessThan(2000)
  })

  it('is for Teams: a message with one adaptive card', () => {
    expect(JSON.parse(render('teams'))).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [
              { type: 'TextBlock', text: `Orders ${hostile}` },
              { type: 'RichTextBlock', inlines: [{ text: `${line}: ` }, { text: '201' }] },
              { type: 'RichTextBlock' },
            ],
          },
        },
      ],
    })
  })

  it('is for a mail: its values are text, not HTML', () => {
    const html = render('mail')
    expect(html).toContain('&lt;b&gt;@everyone&lt;/b&gt;')
    expect(html).not.toContain('<b>@everyone')
    expect(templates.find(({ id }) => id === 'mail')?.subject).toBeDefined()
  })

  const ofRequests = templates.filter(({ id }) => !id.startsWith('owner-'))
  it.each(ofRequests.map(({ id }) => id))('%s also works for a request without an answer', id => {
    expect(render(id, { hasResponse: false })).toMatch(/no answer/)
  })
})
