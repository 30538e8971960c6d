import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

const named = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/`((?:packages|services|docs|e2e|bench|tools)\/[\w./-]+\.\w+)`/g)].map(
    match => match[1] ?? '',
  )

it.each([
  'docs/architecture.md',
  'docs/how-to/run-a-cluster.md',
  ...['route', 'event', 'setting', 'store-query'].map(
    what => `docs/how-to/add-a${what === 'event' ? 'n' : ''}-${what}.md`,
  ),
])('names only files that exist: %s', file => {
  expect(named(file).filter(path => !existsSync(path))).toEqual([])
})

it('says which files a request passes, in order', () => {
  expect(named('docs/architecture.md').length).toBeGreaterThan(8)
})
