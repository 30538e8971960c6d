import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { type ErrorCode, errorCatalogue, problemDocument, refuse } from '@sluice/contracts'
import fc from 'fast-check'
import { z } from 'zod'
import { describeRoutes } from '../http/description/describe-routes.ts'
import type { OpenApiDocument } from '../http/description/openapi-document.ts'
import { type Answer, ok, type Route } from '../http/route.ts'
import { apiPage } from './api-page.ts'
import { errorPage } from './error-page.ts'
import { typeWords } from './schema-view.ts'

const handle = () => Promise.resolve(ok({}))
const tree: z.ZodType = z
  .object({
    name: z.string().max(100).describe('Its label.'),
    get children() {
      return z.array(tree).optional()
    },
  })
  .meta({ id: 'PageTree' })
const routes: readonly Route[] = [
  ['GET', '/:collection/\\*', { id: 'all', tag: 'collections', summary: 'All', answers: { 204: 'Done' }, handle }],
  ['GET', '/:collection', { id: 'one', tag: 'collections', summary: 'One', answers: { 204: 'Done' }, handle }],
  [
    'GET',
    '/keys',
    {
      id: 'listKeys',
      tag: 'keys',
      summary: 'List keys',
      answers: { 200: z.array(z.object({ _id: z.string() })) },
      handle,
    },
  ],
  [
    'PATCH',
    '/:collection/:id',
    {
      id: 'changeDocument',
      tag: 'collections',
      summary: 'Change a <document>',
      body: tree,
      query: z.object({ page: z.coerce.number().int().min(1).max(50).default(1).describe('Which page.') }),
      headers: ['If-Match'],
      answerHeaders: ['ETag'],
      answers: { 200: tree, 204: 'Nothing to say' },
      errors: ['PRECONDITION_FAILED', 'CONFLICT'],
      handle,
    },
  ],
]
const document = describeRoutes(routes, { title: 'Sluice', version: '1', description: 'All of it.' })

const textOf = ({ body }: Answer): string => (body && 'bytes' in body ? String(body.bytes) : '')
const api = textOf(apiPage(document))
const errors = textOf(errorPage())

/** Names of elements that are closed in another order than they were opened. */
function misnested(page: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (['meta', 'link', 'br'].includes(name)) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) wrong.push(name)
  }
  return [...wrong, ...open]
}

const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(match => match[1] ?? '')

describe.each([
  ['of the API', api, apiPage(document)],
  ['of the errors', errors, errorPage()],
])('the page %s', (_name, page, answer) => {
  it('runs no script and loads nothing, from anywhere', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=|javascript:|https?:/i)
  })

  it('forbids everything but its one style sheet', () => {
    const sheet = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(sheet).digest('base64')
    expect(answer.headers).toMatchObject({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
    })
  })

  it('is well-formed, with each id once and links only to what is there', () => {
    expect(misnested(page)).toEqual([])
    const ids = idsOf(page)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor)
    for (const [, anchor] of page.matchAll(/href="\/docs\/errors#([^"]+)"/g)) expect(idsOf(errors)).toContain(anchor)
  })

  it('can be used with a keyboard and a screen reader, in light and in dark', () => {
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/)
    expect(page).toMatch(/<title>Sluice: /)
    expect(page).toContain('name="viewport"')
    expect(page).toContain('<a class="skip" href="#content">')
    expect(page.match(/<h1>/g)).toHaveLength(1)
    expect(page).toContain('<main id="content">')
    expect(page).toContain('<nav aria-label=')
    expect(page).toContain('prefers-color-scheme: dark')
    for (const [cell] of page.matchAll(/<th[ >][^>]*>/g)) expect(cell).toMatch(/scope="(row|col)"/)
  })
})

describe('the page of the errors', () => {
  it.each(Object.keys(errorCatalogue) as ErrorCode[])('has the place that the type of %s points to', code => {
    const anchor = problemDocument(refuse(code, ''), '').type.split('#')[1]
    expect(errors).toContain(`<section id="${anchor}"><h3><code>${code}</code> ${errorCatalogue[code].title}</h3>`)
  })
})

describe('the page of the API', () => {
  it('shows each operation with its parameters, bodies, answers and errors', () => {
    for (const text of [
      '<span class="method">PATCH</span> <code>/{collection}/{id}</code>',
      'Change a &lt;document&gt;',
      'whole number, 1 to 50, default 1',
      'Which page.',
      'If-Match',
      '<p class="quiet">Headers: ETag</p>',
      '<code>name</code> (required) <span class="quiet">text, at most 100 characters</span> Its label.',
      'as above, nested',
      'Answer 204: Nothing to say',
      '<a href="/docs/errors#precondition-failed"><code>PRECONDITION_FAILED</code></a> (412)',
      '<h2 id="about-keys">keys</h2>',
      '<h2 id="about-collections">collections</h2>',
    ])
      expect(api).toContain(text)
  })

  it('shows text as text, whatever a description holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (summary, name) => {
        const evil = `<script>${summary}"'><img src=x>`
        const operation = { summary: evil, parameters: [{ name: evil, in: 'query', schema: { description: evil } }] }
        const hostile: OpenApiDocument = { ...document, paths: { [`/x${name}<b>`]: { get: operation } } }
        const page = textOf(apiPage(hostile))
        expect(page).not.toMatch(/<script|<img|<b>/)
        expect(misnested(page)).toEqual([])
      }),
    )
  })

  it('stands any JSON in the place of a description of an operation', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (operation, schema) => {
        const item = {
          get: operation as never,
          post: { requestBody: { content: { a: { schema } } }, responses: schema },
        }
        expect(misnested(textOf(apiPage({ ...document, paths: { '/x': item } })))).toEqual([])
      }),
    )
  })

  it('ends a schema that refers to itself or is very deep', () => {
    const deep = Array.from({ length: 50 }).reduce<object>(items => ({ type: 'array', items }), { type: 'string' })
    const loop = { $ref: '#/paths/~1x/get/requestBody/content/a/schema' }
    for (const schema of [deep, loop, { type: 'object', properties: { a: { $ref: '#/nowhere' } } }]) {
      const item = { get: { requestBody: { content: { a: { schema } } } } }
      expect(textOf(apiPage({ ...document, paths: { '/x': item } })).length).toBeLessThan(20_000)
    }
  })

  it.each<[Record<string, unknown>, string]>([
    [{ type: 'string', minLength: 1, maxLength: 5 }, 'text, 1 to 5 characters'],
    [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, at least 1'],
    [{ type: ['string', 'null'] }, 'text or null'],
    [{ type: 'string', enum: ['a', 'b'], default: 'a' }, 'text, "a" | "b", default "a"'],
    [{ type: 'string', format: 'uuid' }, 'text (uuid)'],
    [{ anyOf: [{}, {}] }, 'one of these'],
    [{}, 'anything'],
  ])('puts the type in words: %j', (schema, words) => {
    expect(typeWords(schema)).toBe(words)
  })
})
