import { it } from '@jest/globals'
import { AxeBuilder } from '@axe-core/playwright'
import { openBrowser } from './open-browser.ts'
import { OWNER, startConsole } from './start-console.ts'
import { beginVisit } from './visit.ts'
import { openPage } from './pages.ts'
import { startSluice } from '../standalone/sluice-process.ts'
import { temporaryDirectory } from '@sluice/testkit'
it('x', async () => {
  let t = performance.now()
  const say = (what: string) => { process.stderr.write(`T ${what} ${Math.round(performance.now() - t)}\n`); t = performance.now() }
  const s = await startSluice({ DATA_DIR: await temporaryDirectory(), SLUICE_DEMO: '0', SLUICE_ADMIN_PASSWORD: OWNER.password }); say('startSluice')
  await s.interrupt(); say('interrupt')
  const d = await startSluice({ DATA_DIR: await temporaryDirectory(), SLUICE_ADMIN_PASSWORD: OWNER.password }); say('startSluice demo')
  await d.interrupt(); say('interrupt')
  const sluice = await startConsole(); say('startConsole')
  const browser = await openBrowser((process.env.BARGS ?? '').split(' ').filter(Boolean)); say('browser')
  const v = await beginVisit(browser, sluice.url); say('context')
  await v.signIn(OWNER); say('sign in')
  let pages = 0, old = 0, looks = 0
  for (const [p, n] of [['/', 'Overview'], ['/webhooks', 'Webhooks'], ['/admin/keys', 'All keys'], ['/permissions', 'Permissions'], ['/settings', 'Settings'], ['/admin/audit', 'Audit']] as const) {
    await openPage(v.page, `${sluice.url}/console${p}`, n); pages += performance.now() - t; t = performance.now()
    await v.look('x'); looks += performance.now() - t; t = performance.now()
    for (const theme of ['light', 'dark']) {
      await v.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await new AxeBuilder({ page: v.page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
    }
    old += performance.now() - t; t = performance.now()
  }
  process.stderr.write(`T pages ${pages / 6 | 0} looks ${looks / 6 | 0} old looks ${old / 6 | 0}\n`)
  t = performance.now()
  await v.leave([]); say('leave')
  await browser.close(); say('close')
  await sluice.interrupt(); say('stop')
})
