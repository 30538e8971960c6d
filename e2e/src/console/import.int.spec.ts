import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { describeInBrowser } from './describe-in-browser.ts'
import { openPage } from './pages.ts'
import { OWNER } from './start-console.ts'
import { type DataRig, startData, TYPES } from './start-data.ts'
import { beginVisit } from './visit.ts'

describeInBrowser('documents of a file', () => {
  let rig: DataRig

  beforeAll(async () => {
    rig = await startData()
    await rig.api.text('PUT', '/cars')
    await rig.api.json('POST', '/cars', { _id: 'c-1' })
    const doors = { type: 'integer', maximum: 5 }
    await rig.api.json('PATCH', '/cars/_meta', { jsonSchema: { properties: { doors } } })
  })
  afterAll(() => rig.stop())

  it('come from a file of lines, with a report of those that were refused', async () => {
    const { api, owner, dialog, goTo, act } = rig
    const folder = await temporaryDirectory()
    const lines = Array.from({ length: 1_200 }, (_, at) => `{"_id": "l-${at}", "doors": ${at % 5}, "n": 5.0}`)
    lines[10] = '{"_id": "l-10", "doors": 99}'
    lines[20] = '{"_id": "l-20", '
    lines[700] = '{"_id": "c-1"}'
    await writeFile(`${folder}/cars.jsonl`, lines.join('\n'))
    await goTo('/data/documents?collection=cars', 'cars')
    await act('Import a file')
    await owner.look('data-import')
    await dialog.getByLabel('File').setInputFiles(`${folder}/cars.jsonl`)
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('All of it is read').waitFor()
    const refused = dialog.getByRole('region', { name: 'Refused lines' })
    for (const line of [11, 21, 701]) await refused.getByText(`Line ${line}`, { exact: true }).waitFor()
    await owner.look('data-import-report')
    await dialog.getByText('1,197').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await api.json('GET', `/cars/_size?filter=${encodeURIComponent('{"n": 5}')}`)).toEqual({ _size: 1_197 })
    expect(await api.text('GET', '/cars/l-1?jsonMode=canonical')).toContain('{"$numberDouble":"5.0"}')
  })

  it('come from an array in a file, replace what is there, and go out again as they came', async () => {
    const { api, page, dialog, goTo, act } = rig
    const folder = await temporaryDirectory()
    await api.text('PUT', '/back')
    await writeFile(`${folder}/array.json`, `[\n  {"_id": "x", ${TYPES}},\n  {"_id": "y"}, {"no": "id"}\n]`)
    await goTo('/data/documents?collection=back', 'back')
    for (const [written, replaced] of [
      ['3', '0'],
      ['1', '2'],
    ]) {
      await act('Import a file')
      await dialog.getByLabel('File').setInputFiles(`${folder}/array.json`)
      await dialog.getByLabel('Replace it').check()
      await dialog.getByRole('button', { name: 'Import' }).click()
      await dialog.getByText('All of it is read').waitFor()
      const counts = await dialog.locator('dd').allTextContents()
      expect(counts.slice(0, 2)).toEqual([written, replaced])
      await dialog.getByRole('button', { name: 'Done' }).click()
    }
    await page.getByRole('link', { name: 'x', exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await act('Export what is listed')
    const stream = await (await download).createReadStream()
    const chunks = await Array.fromAsync(stream, String)
    await dialog.getByText('4 documents are saved as JSON lines.').waitFor()
    expect(
      chunks
        .join('')
        .split('\n')
        .find(line => line.includes('"x"')),
    ).toContain(TYPES)
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  it('go on after an answer that was lost, and no document is stored twice', async () => {
    const { sluice, browser, api } = rig
    const folder = await temporaryDirectory()
    await api.text('PUT', '/stopped')
    const lines = Array.from({ length: 2_000 }, (_, at) => `{"at": ${at}}`)
    await writeFile(`${folder}/lines.jsonl`, lines.join('\n'))
    // The browser writes of a lost answer into its console, so that this visit is not left as the others are.
    const visit = await beginVisit(browser, sluice.url)
    const { page } = visit
    const dialog = page.getByRole('alertdialog')
    await visit.signIn(OWNER)
    await openPage(page, `${sluice.url}/console/data/documents?collection=stopped`, 'stopped')
    let posts = 0
    // The documents of the second block are stored, and the page can not know.
    await page.route(/\/stopped$/, async route => {
      if (route.request().method() === 'POST') posts += 1
      if (route.request().method() !== 'POST' || posts !== 2) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'More about this collection' }).click()
    await page.getByRole('menuitem', { name: 'Import a file' }).click()
    await dialog.getByLabel('File').setInputFiles(`${folder}/lines.jsonl`)
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText(/It has stopped behind line 500/).waitFor()
    await visit.look('data-import-stopped')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByText('All of it is read').waitFor()
    expect(await dialog.locator('dd').allTextContents()).toEqual(['2,000', '0', '0'])
    expect(await api.json('GET', '/stopped/_size')).toEqual({ _size: 2_000 })
    await visit.context.close()
  })

  it('are made a GraphQL app of', async () => {
    const { page, dialog, goTo, act } = rig
    await goTo('/data/documents?collection=back', 'back')
    await act('Make GraphQL app from this')
    expect(await dialog.getByRole('radio', { name: 'sluice · back' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Make app' }).click()
    await page.getByRole('heading', { level: 1, name: 'back' }).waitFor()
    await page.getByText('The schema and the mappings fit together.').waitFor()
  })

  it('leave nothing behind', async () => {
    const { owner } = rig
    await owner.leave([OWNER.password])
  })
})
