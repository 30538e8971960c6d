import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readyTemplate } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { v7 } from 'uuid'
import { z } from 'zod'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

let dispatcher: TestDispatcher
beforeAll(async () => {
  dispatcher = await openDispatcher()
})
afterAll(() => dispatcher.close())

const preview = (body: unknown) => dispatcher.client.request('POST', '/webhooks/templates/preview', { body })
const problem = (answer: { status: number; json: unknown }) => ({ status: answer.status, ...(answer.json as object) })

describe('POST /webhooks/templates/preview', () => {
  it('200: the output for a view, whether it is JSON, and the names that were used', async () => {
    const view = { request: { body: { total: '1 "euro"' } } }
    const answer = await preview({ template: '{"total": "{{request.body.total}}"}', as: 'json', view })
    expect([answer.status, answer.json]).toEqual([
      200,
      { output: '{"total": "1 \\"euro\\""}', validJson: true, variables: ['request.body.total'] },
    ])
  })

  it('200: the output for an event that was kept', async () => {
    const [event] = await dispatcher.send({ path: '/kept', body: { total: 7 }, headers: [['x-shop', 'north']] })
    const template = '{{id}} {{request.path}} {{request.body.total}} {{request.headers.X-Shop}}'
    const answer = await eventually(async () => {
      const asked = await preview({ template, as: 'text', event: event!.id })
      return asked.status === 200 && asked
    })
    expect(answer.json).toMatchObject({ output: `${event!.id} /kept 7 north`, validJson: null })
  })

  it.each<[string, object, object]>([
    ['a template that does not parse', { template: 'a\n {{#b}}' }, { path: 'template', line: 2 }],
    ['a template that is too much work', { template: `{{#a}}${'{{a}}'.repeat(300)}{{/a}}` }, { path: 'template' }],
    ['neither view nor event', { view: undefined }, { path: 'view' }],
    ['a form that is not known', { as: 'xml' }, { path: 'as' }],
    [
      'a view that is nested too deeply',
      { view: { a: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) } },
      { path: 'view' },
    ],
  ])('400: names %s', async (_, change, error) => {
    const view = { a: Array.from({ length: 1000 }, () => 'x') }
    const answer = await preview({ template: 'x', as: 'json', view, ...change })
    expect(problem(answer)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [error] })
  })

  it('404: an event that is not kept, by its field', async () => {
    const answer = await preview({ template: 'x', as: 'json', event: v7() })
    expect(problem(answer)).toMatchObject({ status: 404, errors: [{ path: 'event' }] })
  })

  it('413: a view that would be much work', async () => {
    expect((await preview({ template: 'x', as: 'json', view: { a: 'x'.repeat(600_000) } })).status).toBe(413)
  })
})

describe('GET /webhooks/templates', () => {
  it('200: those for Slack, Discord, Teams and a mail, and for what Sluice tells', async () => {
    const answer = await dispatcher.client.request('GET', '/webhooks/templates')
    const listed = z.array(readyTemplate).parse(answer.json)
    expect(listed.map(({ id, as }) => [id, as])).toEqual([
      ['slack', 'json'],
      ['discord', 'json'],
      ['teams', 'json'],
      ['mail', 'html'],
      ['owner-slack', 'json'],
      ['owner-teams', 'json'],
      ['owner-mail', 'html'],
    ])
  })

  it('200: each can be saved as it is', async () => {
    const answer = await dispatcher.client.request('GET', '/webhooks/templates')
    for (const { id, as, template, subject } of z.array(readyTemplate).parse(answer.json)) {
      const common = { name: id, condition: 'true', enabled: false }
      const mail = { to: ['a@example.com'], subject, bodyType: as, bodyTemplate: template }
      const kind =
        as === 'html'
          ? { type: 'email', email: mail }
          : { url: 'https://hooks.example.com/', transform: { enabled: true, template } }
      expect((await dispatcher.client.request('POST', '/webhooks', { body: { ...common, ...kind } })).status).toBe(201)
    }
  })
})
