import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type ErrorCode, errorCatalogue } from '@sluice/contracts'

const FOLDER = 'docs/reference'
const textOf = (page: string): string => readFileSync(`${FOLDER}/${page}`, 'utf8')
const pages = readdirSync(FOLDER)

type NamedLimit = { name: string; value: number; file: string }

const ROW = /^\| `(\w+)` \| ([\d,]+) \| `([^`]+)` \|/gm
const shown: NamedLimit[] = [...textOf('limits.md').matchAll(ROW)].map(([, name = '', value = '', file = '']) => ({
  name,
  value: Number(value.replaceAll(',', '')),
  file,
}))

/** The value of a product, power or difference of numbers, as constants are written. */
function figureOf(expression: string): number {
  const [first = '', ...less] = expression.replace(/\/\/.*/, '').split(' - ')
  return productOf(first) - less.reduce((sum, term) => sum + productOf(term), 0)
}

function productOf(term: string): number {
  return term.split(' * ').reduce((product, factor) => {
    const [base = '', exponent = '1'] = factor.replaceAll('_', '').trim().split(' ** ')
    return product * Number(base) ** Number(exponent)
  }, 1)
}

function valueIn({ file, name }: NamedLimit): number {
  const [, expression = ''] =
    new RegExp(`^(?:export )?const ${name} = (.+)$`, 'm').exec(readFileSync(file, 'utf8')) ?? []
  return figureOf(expression)
}

describe('the page on limits', () => {
  it.each(shown)('shows $name of $file as it is', limit => {
    expect(valueIn(limit)).toBe(limit.value)
  })

  it('has every limit of contracts', () => {
    const found = execFileSync('git', [
      'grep',
      '-ohE',
      '^(export )?const (MAX|DEFAULT)_[A-Z0-9_]+ = [0-9]',
      '--',
      'packages/contracts/src/',
    ])
    const names = [...String(found).matchAll(/const (\w+)/g)].map(([, name = '']) => name)
    const onPage = shown.filter(({ file }) => file.startsWith('packages/contracts/')).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter(name => !onPage.includes(name))).toEqual([])
  })
})

describe('a page of the reference', () => {
  const isCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text)

  it.each(pages)('shows errors with the status that they have: %s', page => {
    const pairs = [...textOf(page).matchAll(/(\d{3}) `([A-Z][A-Z_]+)`/g)].map(([, status, code = '']) => ({
      status,
      code,
    }))
    const statusOf = (code: string) => (isCode(code) ? String(errorCatalogue[code].status) : 'no code of the catalogue')
    expect(pairs).toEqual(pairs.map(({ code }) => ({ status: statusOf(code), code })))
  })
})
