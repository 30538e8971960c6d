import { describe, expect, it } from '@jest/globals'
import type { TemplateForm } from '@sluice/contracts'
import { clientView } from '../exchange/client-view.ts'
import { parseTemplate } from '../template/parse-template.ts'
import { previewTemplate, variablesOf } from './preview-template.ts'

function parse(text: string) {
  const parsed = parseTemplate(text)
  if (parsed.kind === 'invalid') throw new SyntaxError(parsed.message)
  return parsed.template
}

function preview(text: string, as: TemplateForm, root: Record<string, unknown>) {
  const seen = clientView(root)
  if (seen.kind === 'too-deep') throw new RangeError('too deep')
  return previewTemplate(parse(text), seen.view, as)
}

describe('a preview', () => {
  it.each<[TemplateForm, string, boolean | null]>([
    ['json', '"\\"a\\"\\n<b>"', true],
    ['html', '"&quot;a&quot;\n&lt;b&gt;"', null],
    ['subject', '""a" <b>"', null],
    ['text', '""a"\n<b>"', null],
  ])('escapes as a delivery does, as %s', (form, output, validJson) => {
    expect(preview('"{{x}}"', form, { x: '"a"\n<b>' })).toMatchObject({ output, validJson })
  })

  it('says of JSON whether it is valid', () => {
    expect(preview('{{x}}', 'json', { x: 'a' })).toMatchObject({ validJson: false })
  })

  it('finds headers whatever their case', () => {
    const root = { request: { headers: { 'X-Shop': 'north' } } }
    expect(preview('{{request.headers.x-SHOP}}', 'text', root)).toMatchObject({ output: 'north' })
  })

  it('sees own properties only', () => {
    const root: Record<string, unknown> = JSON.parse('{"__proto__": {"hidden": 1}, "a": {}}')
    expect(preview('{{constructor}}{{a.constructor}}{{hidden}}{{a.toString}}', 'text', root)).toMatchObject({
      output: '',
    })
  })

  it('fails as a delivery would where it is too much', () => {
    const list = Array.from({ length: 1000 }, () => 1)
    expect(preview('{{#a}}{{#a}}x{{/a}}{{/a}}', 'text', { a: list })).toMatchObject({ kind: 'failed' })
  })
})

it('names the variables of a template, each once', () => {
  const template = parse(
    '{{request.body.total}} {{#request.body.lines}}{{sku}}{{.}}{{/request.body.lines}} {{{request.body.total}}}',
  )
  expect(variablesOf(template)).toEqual(['request.body.total', 'request.body.lines', 'sku'])
})

it('takes no view that is nested deeper than templates and their printing can bear', () => {
  const nested = (depth: number): Record<string, unknown> => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  expect(clientView(nested(64)).kind).toBe('view')
  expect(clientView(nested(66)).kind).toBe('too-deep')
  expect(clientView(nested(2000)).kind).toBe('too-deep')
})
