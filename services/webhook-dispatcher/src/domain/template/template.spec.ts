import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseTemplate } from './parse-template.ts'
import { escapeForJson, renderTemplate } from './render-template.ts'

function render(text: string, root: object, headers: object[] = []): string {
  const parsed = parseTemplate(text)
  if (parsed.kind === 'invalid') throw new SyntaxError(parsed.message)
  const rendered = renderTemplate(parsed.template, { root, headers: new Set(headers) }, escapeForJson)
  return rendered.kind === 'rendered' ? rendered.text : `failed: ${rendered.reason}`
}

describe('rendering a template', () => {
  it('escapes values for the inside of a JSON string', () => {
    const output = render('{"text": "{{say}}"}', { say: 'a "quote"\n\\ and \u2028 ü' })
    expect(JSON.parse(output)).toEqual({ text: 'a "quote"\n\\ and \u2028 ü' })
  })

  it('gives any text back from the JSON that it was put into', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        say =>
          JSON.parse(render('{"text": "{{say}}"}', { say })).text === say.toWellFormed() ||
          JSON.parse(render('{"text": "{{say}}"}', { say })).text === say,
      ),
    )
  })

  it('keeps raw values as they are', () => {
    expect(render('{{{a}}} {{& a}}', { a: '"<x>"' })).toBe('"<x>" "<x>"')
  })

  it('prints objects and arrays as JSON, raw or escaped for a string', () => {
    const view = { request: { body: { sku: 'a', tags: [1, null] } } }
    expect(JSON.parse(render('{"order": {{{request.body}}}}', view))).toEqual({ order: view.request.body })
    expect(JSON.parse(JSON.parse(render('{"order": "{{request.body}}"}', view)).order)).toEqual(view.request.body)
  })

  it('leaves out what is missing', () => {
    expect(render('[{{a}}{{b.c.d}}{{e.f}}]', { e: null })).toBe('[]')
  })

  it('repeats sections over lists, with the outer names in reach', () => {
    const view = { id: 7, lines: [{ sku: 'a' }, { sku: 'b' }], none: [] }
    expect(render('{{#lines}}{{id}}{{sku}};{{/lines}}{{^none}}empty{{/none}}', view)).toBe('7a;7b;empty')
    expect(render('{{#tags}}{{.}},{{/tags}}', { tags: ['x', 'y'] })).toBe('x,y,')
  })

  it('counts long names as the work that they are', () => {
    const path = Array(240).fill('a').join('.')
    const deep = JSON.parse(`${'{"a":'.repeat(240)}1${'}'.repeat(240)}`)
    const list = Array.from({ length: 400 }, () => 1)
    expect(render(`{{#l}}${`{{${path}.b}}`.repeat(60)}{{/l}}`, { ...deep, l: list })).toMatch(/^failed/)
    expect(render(`{{${path}}}`, deep)).toBe('1')
  })

  it('finds headers whatever their case', () => {
    const headers = { 'x-tenant': 'acme' }
    expect(
      render('{{request.headers.X-Tenant}}{{request.headers.x-tenant}}', { request: { headers } }, [headers]),
    ).toBe('acmeacme')
  })

  it.each(['constructor', '__proto__', 'toString', 'a.constructor.name', 'a.length', 'request.headers.constructor'])(
    'sees no inherited or built-in property: %s',
    name => {
      expect(render(`{{${name}}}{{#${name}}}x{{/${name}}}`, { a: 'text', list: [1], request: { headers: {} } })).toBe(
        '',
      )
    },
  )

  it('never calls a function', () => {
    let calls = 0
    const view = { run: () => (calls += 1) }
    render('{{run}}{{#run}}x{{/run}}', view)
    expect(calls).toBe(0)
  })

  it('ends a bomb within its budget', () => {
    const many = Array.from({ length: 1000 }, () => 1)
    const nested = `${'{{#a}}'.repeat(20)}{{x}}${'{{/a}}'.repeat(20)}`
    expect(render(nested, { a: many })).toBe(
      'failed: Rendering took more than 50000 steps. Use fewer or smaller lists inside lists.',
    )
    expect(render(`{{#a}}{{#a}}${'0123456789'.repeat(9)}{{/a}}{{/a}}`, { a: many })).toBe(
      'failed: The output is larger than 256 KiB.',
    )
  })
})

describe('parsing a template', () => {
  it.each([
    ['{{name', 'has no end', 1, 1],
    ['a\nb {{{name}}', '"}}}" is missing', 2, 3],
    ['{{> partial}}', 'Partials', 1, 1],
    ['x{{=<% %>=}}', 'Delimiters', 1, 2],
    ['{{#a}}\n{{/b}}', 'Unclosed section "a"', 2, 1],
    ['{{/a}}', 'Unopened section', 1, 1],
    ['{{#a}}', 'Unclosed section', 1, 7],
    ['{{#a}}'.repeat(40) + '{{/a}}'.repeat(40), 'deeper than 32', 1, 193],
    [`{{${' '.repeat(600)}}}`, '500 characters', 1, 1],
  ])('refuses %j with its position', (text, ...expected) => {
    const [message, line, column] = expected
    expect(parseTemplate(text)).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message),
      line,
      column,
    })
  })

  it('takes 64 KiB and no more, whatever is in them, in bounded time', () => {
    expect(parseTemplate('x'.repeat(65_537))).toMatchObject({ kind: 'invalid' })
    const hostile = [
      'x',
      ' ',
      '{{a}}',
      '{{! }}',
      `{{${' '.repeat(490)}}}`,
      `{{{a}}}${' '.repeat(400)}`,
      '{{',
      '\n ',
      '{{#a}}{{/a}}',
    ]
    for (const piece of hostile) {
      const before = process.threadCpuUsage()
      parseTemplate(piece.repeat(Math.floor(65_536 / piece.length)))
      // Of CPU, so that a busy machine does not count.
      const seconds = process.threadCpuUsage(before).user / 1_000_000
      expect({ piece, isFast: seconds < 2 }).toEqual({ piece, isFast: true })
    }
  })

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '{{{',
      '}}}',
      '#',
      '^',
      '/',
      '>',
      '&',
      '=',
      '!',
      'a',
      '.',
      ' ',
      '\n',
      '__proto__',
    )
    fc.assert(
      fc.property(
        fc.array(pieces).map(list => list.join('')),
        text => {
          const parsed = parseTemplate(text)
          if (parsed.kind === 'template')
            renderTemplate(parsed.template, { root: { a: [1, { a: 2 }] }, headers: new Set() }, escapeForJson)
          return true
        },
      ),
      { numRuns: 2000 },
    )
  })
})
