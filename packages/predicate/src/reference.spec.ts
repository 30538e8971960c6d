import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { attributeNames } from './attributes.ts'
import { catalogueOf } from './catalogue.ts'
import { explainPredicate, parsePredicate, testPredicate, testValue } from './index.ts'
import { type ConditionExample, readConditionExamples, readExchange } from './testing/condition-blocks.ts'

const PAGE = readFileSync(new URL('../../../docs/reference/conditions.md', import.meta.url), 'utf8')
const examples = readConditionExamples(PAGE)

function outcomeOf({ use, text, given, outcome }: ConditionExample): string {
  const result = parsePredicate(text, use)
  if (result.kind === 'invalid') return result.message.includes(given) ? 'refused' : result.message
  if (outcome === 'refused') return 'accepted'
  if (use === 'type-resolver') return String(testValue(result.predicate, JSON.parse(given)))
  const exchange = readExchange(given)
  const truth = explainPredicate(result.predicate, exchange).result
  expect(testPredicate(result.predicate, exchange)).toBe(truth === true)
  return String(truth)
}

/** The text of the page from the heading of this name to the next heading. */
function sectionOf(name: string): string {
  const [, section = ''] = new RegExp(`^### [^\n]*\`${name}\`[^\n]*\n(.*?)(?=^#)`, 'ms').exec(`${PAGE}\n#`) ?? []
  return section
}

const outcomesIn = (section: string) => new Set(readConditionExamples(section).map(({ outcome }) => outcome))

describe('the page on conditions', () => {
  it.each(examples)('$text is $outcome for $given', example => {
    expect(outcomeOf(example)).toBe(example.outcome)
  })

  const names = [...new Set([...catalogueOf('condition').keys(), ...catalogueOf('type-resolver').keys()])]

  it.each(names)('has a section on %s, with an example that is true and one that is false', name => {
    const outcomes = outcomesIn(sectionOf(name))
    expect([...outcomes]).toEqual(
      expect.arrayContaining(name === 'true' || name === 'false' ? [name] : ['true', 'false']),
    )
  })

  it.each(attributeNames())('has %s in the table of attributes, and in an example', name => {
    const [, table = ''] = /^## Attributes\n(.*?)^## /ms.exec(PAGE) ?? []
    expect(table).toContain(`\`${name}`)
    expect(examples.filter(({ text, outcome }) => text.includes(name) && outcome !== 'refused')).not.toEqual([])
  })

  it('shows no predicate that there is not', () => {
    const shown = [...PAGE.matchAll(/^### (.*)$/gm)].flatMap(([, title = '']) =>
      [...title.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    )
    expect(shown.toSorted()).toEqual(names.toSorted())
  })
})
