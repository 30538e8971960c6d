import { ownerClient, type SluiceProcess } from '@sluice/e2e'
import type { Browser, Page } from 'playwright-core'
import type { Figure } from '../figure.ts'
import { openBarePage } from './bare-page.ts'
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
  const longestMs = await longestKey(page, before)
  await context.close()
  const name = `schema of ${app.schema.split('\n').length.toLocaleString('en')} lines`
  return [
    { name: `${name}: opened`, value: openedMs, unit: 'ms', bar: '≤ 150' },
    { name: `${name}: key to its character, longest`, value: longestMs, unit: 'ms', bar: '≤ 16' },
    { name: 'the same in the only field of an empty page', value: await keyInBareField(browser), unit: 'ms', bar: '' },
    { name: `${name}: last key to the mark`, value: markMs, unit: 'ms', bar: '≤ 1000' },
  ]
}

/** @returns ms; a frame, where each took less */
async function longestKey(page: Page, before: number): Promise<number> {
  const keys = (await slowInputs(page)).slice(before).filter(({ name }) => name.startsWith('key'))
  return Math.max(16, ...keys.map(({ tookMs }) => tookMs))
}

/** Types the same line where nothing else is. @returns ms of the longest key */
async function keyInBareField(browser: Browser): Promise<number> {
  const { context, page } = await openBarePage(browser, '<input aria-label=Bare>')
  await page.getByLabel('Bare').click()
  const before = (await slowInputs(page)).length
  await type(page, FAULT)
  const longestMs = await longestKey(page, before)
  await context.close()
  return longestMs
}

async function type(page: Page, text: string): Promise<void> {
  for (const key of text) await page.keyboard.press(key === ' ' ? 'Space' : key)
}

/** Types a line that is at fault. @returns ms from the last key to its mark */
async function typeFault(page: Page): Promise<number> {
  await page.getByText('The schema and the mappings fit together.').waitFor()
  await page.getByRole('textbox', { name: 'Schema', exact: true }).click()
  await page.keyboard.press('Control+Home')
  await type(page, FAULT)
  return page.evaluate<number>(
    `(async () => { const startedAt = performance.now()
      return (await paintedWhen(() => document.querySelector('.cm-lintRange-error') !== null)) - startedAt })()`,
  )
}
