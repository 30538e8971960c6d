import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const css = readFileSync(new URL('../look/tokens.css', import.meta.url), 'utf8')
const block = (head: string) => css.slice(css.indexOf(head), css.indexOf('}', css.indexOf(head)))
const colours = (text: string) => new Map([...text.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, k, v]) => [k, v]))
const light = colours(block(':root {'))
const dark = new Map([...light, ...colours(block(':root[data-theme="dark"]'))])

/** Relative luminance, as WCAG 2.2 has it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const GROUNDS = ['--ground', '--ground-2', '--hover']
const TEXTS: [string, readonly string[]][] = [
  ['--text', [...GROUNDS, '--bad-ground', '--warn-ground', '--ok-ground', '--info-ground']],
  ['--text-2', GROUNDS],
  ['--accent', GROUNDS],
  ['--on-accent', ['--accent', '--accent-press']],
  ['--on-bad', ['--bad-fill']],
  ['--bad', ['--ground', '--ground-2', '--bad-ground']],
  ['--ok', ['--ground', '--ground-2', '--ok-ground']],
  ['--warn', ['--ground', '--ground-2', '--warn-ground']],
  ['--quiet', ['--quiet-ground']],
  ['--info', ['--info-ground']],
]
/** Borders of fields, the ring of the focus, and areas of charts. */
const LINES: [string, readonly string[]][] = [
  ['--field-line', ['--ground', '--ground-2']],
  ['--accent', GROUNDS],
  ['--bad', ['--ground']],
  ['--bar-ok', ['--ground']],
  ['--bar-bad', ['--ground']],
  ['--bar-info', ['--ground']],
  ['--bar-quiet', ['--ground']],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, tokens) => {
  const at = (name: string) => tokens.get(name) ?? ''
  const tooWeak = (pairs: typeof TEXTS, least: number) =>
    pairs.flatMap(([name, grounds]) =>
      grounds.filter(ground => contrast(at(name), at(ground)) < least).map(ground => `${name} on ${ground}`),
    )

  it('text has a contrast of 4.5 on every ground that it stands on', () => {
    expect(tooWeak(TEXTS, 4.5)).toEqual([])
  })

  it('borders of fields, the focus and areas of charts have one of 3', () => {
    expect(tooWeak(LINES, 3)).toEqual([])
  })
})
