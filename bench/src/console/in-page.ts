import type { Page } from 'playwright-core'

/**
 * Evaluated in every page before its own scripts: when something was painted, how long each input took until the next paint,
 * and how far the page moved by itself.
 */
export const GAUGES = `{
  const paints = look => requestAnimationFrame(() => look())
  window.paintedWhen = test => new Promise(resolve => {
    const look = () => test() ? paints(() => resolve(performance.now())) : paints(look)
    look()
  })
  window.formPaintedAt = paintedWhen(() => document.querySelector('form input') !== null)
  window.inputs = []
  window.shift = 0
  const watch = (type, take, more) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  watch('event', entry => {
    if (entry.interactionId) inputs.push({ name: entry.name, tookMs: entry.duration })
  }, { durationThreshold: 16 })
  watch('layout-shift', entry => { if (!entry.hadRecentInput) shift += entry.value })
  addEventListener('click', event => { window.clickedAt = event.timeStamp }, true)
}`

/** The page is no longer the one of before when it has this heading. */
const hasTitle = (title: string): string => `document.querySelector('h1')?.innerText === ${JSON.stringify(title)}`

const IS_LOADED = `document.querySelector('[role=status][aria-label^=Loading]') === null`

/** Follows a link of the page to another one. @returns ms from the click to its heading or skeleton */
export async function changePage(page: Page, href: string, title: string): Promise<number> {
  const selector = `nav a[href=${JSON.stringify(href)}]`
  await page.locator(selector).first().waitFor()
  return page.evaluate(`(async () => {
    const startedAt = performance.now()
    document.querySelector(${JSON.stringify(selector)}).click()
    return (await paintedWhen(() => ${hasTitle(title)})) - startedAt
  })()`)
}

/** @returns ms from the last click to a page whose data stands there */
export const loadedSinceClick = (page: Page, title: string): Promise<number> =>
  page.evaluate(`(async () => (await paintedWhen(() => ${hasTitle(title)} && ${IS_LOADED})) - clickedAt)()`)

/** Evaluated in the page: scrolls it to its end and back as a wheel does, frame by frame; gives the longest one in ms. */
export const SCROLL_THROUGH = `new Promise(resolve => {
  let [worst, before, step] = [0, performance.now(), 120]
  const frame = now => {
    worst = Math.max(worst, now - before)
    before = now
    scrollBy(0, step)
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
    if (step > 0 && isAtEnd) step = -step
    if (step < 0 && scrollY === 0) return resolve(worst)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})`

export type PageInput = { name: string; tookMs: number }

/** The inputs of the page that took the browser more than a frame. */
export const slowInputs = (page: Page): Promise<PageInput[]> => page.evaluate<PageInput[]>('inputs')

/** How far the page has moved by itself, as browsers count it. */
export const layoutShift = (page: Page): Promise<number> => page.evaluate<number>('shift')
