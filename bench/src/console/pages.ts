import type { SluiceProcess } from '@sluice/e2e'
import type { Browser, Page } from 'playwright-core'
import { type Figure, figureOfRounds } from '../figure.ts'
import { changePage, layoutShift, loadedSinceClick, type PageInput, slowInputs } from './in-page.ts'
import { type BenchVisit, openForm, openSignedIn, signIn } from './open-visit.ts'

const ROUNDS = 5
const PAGES = [
  ['/console/graphql', 'GraphQL apps'],
  ['/console/webhooks', 'Webhooks'],
  ['/console/data', 'Data'],
  ['/console/keys', 'My keys'],
  ['/console/permissions', 'Permissions'],
  ['/console/users', 'Users'],
  ['/console/deliveries', 'Deliveries'],
  ['/console/admin/keys', 'All keys'],
  ['/console/admin/audit', 'Audit'],
  ['/console/settings', 'Settings'],
] as const

/** The form to sign in, the way to the first page, changes of pages, and how soon each click and key is seen. */
export async function measurePages(browser: Browser, sluice: SluiceProcess): Promise<Figure[]> {
  return [
    ...(await measureSignIns(browser, sluice)),
    ...(await measureChanges(browser, sluice)),
    ...(await measureVisit(browser, sluice)),
  ]
}

async function measureSignIns(browser: Browser, sluice: SluiceProcess): Promise<Figure[]> {
  const forms: number[] = []
  const overviews: number[] = []
  await (await openForm(browser, sluice)).context.close()
  for (let round = 0; round < ROUNDS; round += 1) {
    const visit = await openForm(browser, sluice)
    forms.push(visit.formPaintedMs)
    await signIn(visit, sluice)
    overviews.push(await loadedSinceClick(visit.page, 'Overview'))
    await visit.context.close()
  }
  return [
    figureOfRounds(forms, { name: 'form to sign in painted, nothing cached', unit: 'ms', bar: '≤ 400' }),
    figureOfRounds(overviews, { name: 'overview with its data after sign-in', unit: 'ms', bar: '≤ 1000' }),
  ]
}

async function measureChanges(browser: Browser, sluice: SluiceProcess): Promise<Figure[]> {
  const first: number[] = []
  const again: number[] = []
  const { context, page } = await openSignedIn(browser, sluice)
  for (const kind of [first, again]) {
    for (const [href, title] of PAGES) {
      kind.push(await changePage(page, href, title))
      await waitUntilLoaded(page)
    }
  }
  await context.close()
  const name = `change to one of ${PAGES.length} pages, longest`
  return [
    { name: `${name}, never seen before`, value: Math.max(...first), unit: 'ms', bar: '≤ 300' },
    { name: `${name}, seen before`, value: Math.max(...again), unit: 'ms', bar: '≤ 100' },
  ]
}

const waitUntilLoaded = (page: Page): Promise<void> =>
  page
    .getByRole('status', { name: /^Loading/ })
    .first()
    .waitFor({ state: 'detached' })

/** A visit as a person makes it: how soon each click and key is seen, and how far pages move by themselves. */
async function measureVisit(browser: Browser, sluice: SluiceProcess): Promise<Figure[]> {
  const visit = await openSignedIn(browser, sluice)
  await clickAndType(visit)
  const shift = await layoutShift(visit.page)
  const inputs = await slowInputs(visit.page)
  await visit.context.close()
  return [
    { ...slowestInput(inputs), bar: '≤ 100' },
    { name: 'layout shift of a whole visit', value: shift, unit: '', bar: '< 0.05' },
  ]
}

/** Goes through lists, the palette and a dialog, by mouse and by keys, as a person does. */
async function clickAndType({ page }: BenchVisit): Promise<void> {
  for (const [, title] of PAGES) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await waitUntilLoaded(page)
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('permissions')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Permissions' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data', exact: true }).click()
  await page.getByRole('button', { name: 'New collection' }).click()
  await page.keyboard.type('things')
  await page.keyboard.press('Escape')
}

function slowestInput(inputs: readonly PageInput[]): Omit<Figure, 'bar'> {
  const slowest = inputs.toSorted((one, other) => other.tookMs - one.tookMs)[0]
  return {
    name: 'longest time from a click or key to what it changes',
    ...(slowest && { detail: slowest.name }),
    // What takes less than a frame is not told by the browser.
    value: slowest?.tookMs ?? 16,
    unit: 'ms',
  }
}
