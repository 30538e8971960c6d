import { expect } from '@jest/globals'
import type { BrowserContext, Locator, Page } from 'playwright-core'

type InputKind = 'clicks' | 'keys'

/** What somebody has done with mouse and keyboard since `begin`. */
export type InputCount = {
  begin(): void
  /** Fails where it took more than this. */
  expectAtMost(kind: InputKind, most: number): Promise<void>
}

/**
 * Evaluated in every page: it tells of each real press of the mouse and of a key. Text that is typed into a field is none,
 * and neither is what is held down with another key.
 */
const LISTEN = `(() => {
  const HELD = ['Control', 'Shift', 'Alt', 'Meta']
  const FIELDS = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file]), [contenteditable=true]'
  const isText = ({ key, target, ctrlKey, altKey, metaKey }) =>
    key.length === 1 && !ctrlKey && !altKey && !metaKey && target instanceof Element && target.matches(FIELDS)
  const isKey = event => event.isTrusted && !HELD.includes(event.key) && !isText(event)
  addEventListener('pointerdown', event => event.isTrusted && noteInput('clicks'), true)
  addEventListener('keydown', event => isKey(event) && noteInput('keys'), true)
})()`

/** Counts in every page that is loaded in this browser from now on. */
export async function countInputs(context: BrowserContext): Promise<InputCount> {
  let counts = { clicks: 0, keys: 0 }
  await context.exposeBinding('noteInput', (_, kind: InputKind) => {
    counts[kind] += 1
  })
  await context.addInitScript(LISTEN)
  return {
    begin() {
      counts = { clicks: 0, keys: 0 }
    },
    async expectAtMost(kind, most) {
      // What a page has told comes before its answer.
      for (const page of context.pages()) await page.evaluate('0')
      expect(counts[kind]).toBeGreaterThan(0)
      expect(counts[kind]).toBeLessThanOrEqual(most)
    },
  }
}

const MOST_TABS = 30

/** The locator where it has the focus. */
export const focused = (page: Page, locator: Locator): Locator => locator.and(page.locator(':focus'))

/** Presses Tab until it has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page, locator).count()) > 0) return
  }
  await focused(page, locator).waitFor()
}

/** Presses keys, one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
