import { appendFileSync } from 'node:fs'
import { setting } from './backends/environment.ts'

/** The file that gets a line for each look of axe at a page of the console in which it found nothing: the path of the page. */
export const SEEN_PAGES_VARIABLE = 'SLUICE_SEEN_PAGES'

/** Notes, for the report of the run, that axe has looked at a page. */
export function noteSeenPage(path: string): void {
  const file = setting(SEEN_PAGES_VARIABLE)
  if (file) appendFileSync(file, `${path}\n`)
}
