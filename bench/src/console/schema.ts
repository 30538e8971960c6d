import { ownerClient, type SluiceProcess } from '@sluice/e2e'
import type { Browser, Page } from 'playwright-core'
import type { Figure } from '../figure.ts'
import { slowInputs } from './in-page.ts'
import { openSignedIn } from './open-visit.ts'

const TYPES = 250
const FIELDS = 18
const FAULT = 'type Query { again: String }'

/** A type for each of many collections, 20 lines each. */
function largeApp() {
  const types = Array.from({ length: TYPES }, (_, at) => at)
  const fields = Array.from({ length: FIELDS }, (_, at) => `  field${at}: String`)
  const queries = types.map(at => `  things${at}: [Thing${at}!]`)
  return {
    descriptor: { name: 'Large', uri: 'large', enabled: true },
    schema: ['type Query {', ...queries, '}', ...types.flatMap(at => [`type Thing${at} {`, ...fields, '}'])].join('\n'),
    mappings: {
      Query: Object.fromEntries(
        types.map(at => [`things${at}`, { db: 'sluice', collection: `things${at}`, find: {} }]),
      ),
    },
  }
}

/** An app whose schema has 5,000 lines: opened, typed in, and judged. */
export async function measureSchema(browser: Browser, sluice: SluiceProcess): Promise<Figure[]> {
  const app = largeApp()
  await ownerClient(sluice).json('PUT', '/gql-apps/large', app)
  const { context, page } = await openSignedIn(browser, sluice)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'GraphQL apps' }).click()
  // The editor's own file is not what is measured.
  await page.getByRole('link', { name: 'Large' }).first().click()
  await page.getByRole('textbox', { name: 'Schema', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'GraphQL apps' }).waitFor()
  const link = page.getByRole('link', { name: 'Large' }).first()
  await link.click()
  const openedMs = await page.evaluate<number>(
    `(async () => (await paintedWhen(() => document.querySelector('.cm-content[aria-label=Schema]')?.innerText.includes('type Query'))) - clickedAt)()`,
  )
  const before = (await slowInputs(page)).length
  const markMs = await typeFault(page)
  const keys = (await slowInputs(page)).slice(before).filter(({ name }) => name.startsWith('key'))
  await context.close()
  const name = `schema of ${app.schema.split('\n').length.toLocaleString('en')} lines`
  return [
    { name: `${name}: opened`, value: openedMs, unit: 'ms', bar: '≤ 150' },
    {
      name: `${name}: key to its character, longest`,
      value: Math.max(16, ...keys.map(({ tookMs }) => tookMs)),
      unit: 'ms',
      bar: '≤ 16',
    },
    { name: `${name}: last key to the mark`, value: markMs, unit: 'ms', bar: '≤ 1000' },
  ]
}

/** Types a line that is at fault. @returns ms from the last key to its mark */
async function typeFault(page: Page): Promise<number> {
  await page.getByText('The schema and the mappings fit together.').waitFor()
  await page.getByRole('textbox', { name: 'Schema', exact: true }).click()
  await page.keyboard.press('Control+Home')
  for (const key of FAULT) await page.keyboard.press(key === ' ' ? 'Space' : key)
  return page.evaluate<number>(
    `(async () => { const startedAt = performance.now()
      return (await paintedWhen(() => document.querySelector('.cm-lintRange-error') !== null)) - startedAt })()`,
  )
}
