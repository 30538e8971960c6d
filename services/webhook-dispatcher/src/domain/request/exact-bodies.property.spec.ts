import { describe, expect, it } from '@jest/globals'
import { decodeJson, type RecordedExchange } from '@sluice/contracts'
import { type JsonNode, readJsonTree } from '@sluice/json'
import { arbitraryJsonText } from '@sluice/json/testing'
import { parsePredicate, testPredicate } from '@sluice/predicate'
import fc from 'fast-check'
import { sampleEvent } from '../../testing/sample-exchange.ts'
import { recordedExchange } from '../exchange/exchange-view.ts'
import { renderMail } from '../mail/plan-mail.ts'
import { parseTemplate } from '../template/parse-template.ts'
import { escapeForJson, renderTemplate } from '../template/render-template.ts'
import { payloadText, viewOf } from './delivery-payload.ts'

const RUNS = { numRuns: 1_000 }
const webhook = { _id: 'w' as never, name: 'the hook' }

function recorded(text: string): RecordedExchange {
  const body = Buffer.from(text)
  const event = sampleEvent({})
  event.request.body = { state: 'captured', length: body.length, truncated: false }
  return { event, requestBody: body, responseBody: new Uint8Array() }
}

function render(template: string, exchange: RecordedExchange): string {
  const parsed = parseTemplate(template)
  if (parsed.kind === 'invalid') throw new SyntaxError(parsed.message)
  const rendered = renderTemplate(parsed.template, viewOf(exchange, webhook), escapeForJson)
  return rendered.kind === 'rendered' ? rendered.text : `failed: ${rendered.reason}`
}

const templateOf = (text: string) => parseTemplate(text)

/** Every value in a body that a template can name, with its path. */
function* placesOf(node: JsonNode, path: string): Generator<[string, JsonNode]> {
  yield [path, node]
  for (const [index, item] of node.items().entries()) yield* placesOf(item, `${path}.${index}`)
  for (const name of ['a', 'b', '2', '10']) {
    const inner = node.member(name)
    if (inner) yield* placesOf(inner, `${path}.${name}`)
  }
}

const written = (node: JsonNode): string => {
  if (node.kind === 'null') return ''
  return node.kind === 'string' ? String(node.value()) : node.text
}

describe('what is told is what was sent: any JSON', () => {
  it('stands in the default payload as it came, character by character', () => {
    fc.assert(
      fc.property(arbitraryJsonText, text => {
        const payload = payloadText(recorded(text), webhook)
        expect(payload).toContain(`"body":${text}`)
        expect(JSON.stringify(JSON.parse(payload).request.body)).toBe(JSON.stringify(JSON.parse(text)))
      }),
      RUNS,
    )
  })

  it('is what {{{request.body}}} and {{{request}}} print', () => {
    fc.assert(
      fc.property(arbitraryJsonText, text => {
        const exchange = recorded(text)
        const root = readJsonTree(text)
        expect(render('{{{request.body}}}', exchange)).toBe(
          root.kind === 'string' || root.kind === 'null' ? written(root) : text,
        )
        expect(payloadText(exchange, webhook)).toContain(`"request":${render('{{{request}}}', exchange)},`)
        expect(render('{{{.}}}', exchange)).toBe(payloadText(exchange, webhook))
      }),
      RUNS,
    )
  })

  it('is printed digit by digit wherever a template reaches into it', () => {
    fc.assert(
      fc.property(arbitraryJsonText, text => {
        const exchange = recorded(text)
        for (const [path, node] of placesOf(readJsonTree(text), 'request.body')) {
          expect([path, render(`{{{${path}}}}`, exchange)]).toEqual([path, written(node)])
        }
      }),
      RUNS,
    )
  })

  it('means the same in the default mail, indented', () => {
    fc.assert(
      fc.property(arbitraryJsonText, text => {
        const email = { to: ['a@b.example'], cc: [], subject: 's', bodyTemplate: '', bodyType: 'json' }
        const exchange = recorded(text)
        const mail = renderMail({ ...webhook, type: 'email', email } as never, exchange, templateOf)
        const body = mail.kind === 'body' ? mail.text : ''
        expect(body.replaceAll(/\s/g, '')).toBe(payloadText(exchange, webhook).replaceAll(/\s/g, ''))
      }),
      { numRuns: 200 },
    )
  })

  it('is seen by a condition with every digit of a whole number, and no other number is taken for it', () => {
    const whole = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 2n })
    fc.assert(
      fc.property(whole, fc.constantFrom('/orders', '/graphql/shop'), (n, path) => {
        const exchange = recorded(`{"order":{"n":${n}}}`)
        exchange.event.request.path = path
        const holds = (value: bigint) => {
          const parsed = parsePredicate(`equals(@request.body.order.n, '${value}')`, 'condition')
          return parsed.kind === 'parsed' && testPredicate(parsed.predicate, recordedExchange(exchange))
        }
        expect([holds(n), holds(n + 1n)]).toEqual([true, false])
      }),
      RUNS,
    )
  })

  it('has the lists, lengths and empty values that a section sees', () => {
    const exchange = recorded('{"items":[{"n":1.10},{"n":9007199254740993}],"none":[],"zero":0.0,"no":null,"so":{}}')
    const template =
      '{{#request.body}}{{#items}}{{{n}}};{{/items}}{{items.length}}{{^none}}!{{/none}}{{^zero}}z{{/zero}}{{^no}}n{{/no}}{{#so}}o{{/so}}{{/request.body}}'
    expect(render(template, exchange)).toBe('1.10;9007199254740993;2!zno')
  })

  it('is told as text where it is deeper than any document', () => {
    const text = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    expect(JSON.parse(payloadText(recorded(text), webhook)).request.body).toBe(text)
    expect(render('{{{request.body}}}', recorded(text))).toBe(decodeJson(Buffer.from(text)))
  })
})
