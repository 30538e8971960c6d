import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { userClient } from '../http-client.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openPage } from './pages.ts'
import { HOLDER, OWNER, STRANGER } from './start-console.ts'
import { type DataRig, startData, TYPES } from './start-data.ts'
import { expectToFit } from './start-webhooks.ts'
import { beginVisit, type Visit } from './visit.ts'

/** Ids of every type, as Extended JSON, and how they are named in the list. */
const IDS: readonly [string, string][] = [
  ['"a/b/../c"', 'a/b/../c'],
  ['"100 % of %2f"', '100 % of %2f'],
  ['"say \\"it\\" <script>document.title=1</script>"', 'say "it" <script>document.title=1</script>'],
  ['"هيئة الطيران ← א"', 'هيئة الطيران ← א'],
  [JSON.stringify('n'.repeat(200)), 'n'.repeat(200)],
  ['"7"', '7'],
  ['8', '8'],
  ['-0.5', '-0.5'],
  ['9007199254740993', '{"$numberLong": "9007199254740993"}'],
  ['{"$oid": "6b03e00a89fb6746dd7a3ad2"}', '6b03e00a89fb6746dd7a3ad2'],
  ['"6b03e00a89fb6746dd7a3ad3"', '6b03e00a89fb6746dd7a3ad3'],
  ['{"$date": 86400000}', '{"$date": 86400000}'],
  [
    '{"$uuid": "c8edabc3-f738-4ca3-b68d-ab92a91478a3"}',
    '{"$binary": {"base64": "yO2rw/c4TKO2jauSqRR4ow==", "subType": "04"}}',
  ],
  ['{"$numberDecimal": "1.10"}', '{"$numberDecimal": "1.10"}'],
  ['true', 'true'],
  ['{"a": {"b": 5}}', '{"a": {"b": 5}}'],
]

describeInBrowser('the documents in the console', () => {
  let rig: DataRig
  /** Sees a part of what is there. */
  let nora: Visit

  beforeAll(async () => {
    rig = await startData()
    await rig.api.text('PUT', '/cars')
    for (const [at, make] of ['Alfa', 'Fiat', 'Fiat', 'Lancia'].entries()) {
      await rig.api.json('POST', '/cars', { _id: `f-${at}`, make, doors: at, owner: { name: 'Ann' } })
    }
  })
  afterAll(() => rig.stop())

  it('are stored with every type and digit as they were typed', async () => {
    const { owner, page, button, type, goTo } = rig
    await goTo('/data/documents?collection=cars', 'cars')
    await page.keyboard.press('n')
    await page.getByRole('heading', { level: 1, name: 'New document' }).waitFor()
    await type('Document', `{"_id": "c-1", ${TYPES},}`)
    await button('Add document').click()
    await page.getByText('A name in double quotes is missing here.').first().waitFor()
    await owner.look('data-new-document-fault')
    await type('Document', `{"_id": "c-1", "of": {"$oid": "x"}}`)
    await button('Add document').click()
    await page.getByText('$oid takes 24 hexadecimal digits.').first().waitFor()
  })

  it('have an address of their own once they are stored', async () => {
    const { owner, page, type } = rig
    await type('Document', `{"_id": "c-1", ${TYPES}}`)
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 1, name: 'c-1' }).waitFor()
    await page.getByRole('textbox', { name: 'Document', exact: true }).getByText('"double": 5.0').waitFor()
    await owner.look('data-document')
    await expectToFit(page)
  })

  it('keep the types of what is not changed when they are saved', async () => {
    const { api, page } = rig
    const fields = async () => {
      const text = await api.text('GET', '/cars/c-1?jsonMode=canonical')
      return text.replace(/,"_etag":\{[^}]*\}/, '').replace('"note":"seen",', '')
    }
    const before = await fields()
    await page.getByRole('textbox', { name: 'Document', exact: true }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.insertText('"note": "seen",')
    await page.getByText('Not saved yet.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('All is saved.').waitFor()
    expect(await api.json('GET', '/cars/c-1')).toMatchObject({ note: 'seen' })
    expect(JSON.parse(await fields())).toEqual(JSON.parse(before))
  })

  it('show both versions of a document where somebody else has saved meanwhile', async () => {
    const { api, owner, page, dialog, button, type } = rig
    await type('Document', `{"_id": "c-1", "note": "mine"}`)
    await api.json('PATCH', '/cars/c-1', { note: 'theirs' })
    await button('Save').click()
    await page.getByRole('heading', { name: '“c-1” was changed meanwhile' }).waitFor()
    await dialog.getByText('"theirs"').first().waitFor()
    await owner.look('data-conflict')
    await button('Edit on').click()
    await button('Save').click()
    await button('Write mine over it').click()
    await page.getByText('All is saved.').waitFor()
    expect(await api.json('GET', '/cars/c-1')).toMatchObject({ note: 'mine' })
  })

  it('keep what was typed over a document through a reload', async () => {
    const { page, button, type } = rig
    await type('Document', `{"_id": "c-1", "note": "kept"}`)
    await eventually(async () =>
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).toContain('kept'),
    )
    page.once('dialog', question => void question.accept())
    await page.reload()
    await page.getByText(/There is unsaved text of/).waitFor()
    await button('Restore').click()
    await page.getByRole('textbox', { name: 'Document', exact: true }).getByText('"kept"').waitFor()
    await button('Save').click()
    await page.getByText('All is saved.').waitFor()
  })

  it.each(IDS)('may have an id like %s: listed, opened by its address, changed and deleted', async (id, name) => {
    const { api, page, dialog, button, goTo, type, store } = rig
    await api.text('PUT', '/ids')
    await store('/ids', `{"_id": ${id}, "of": 1}`)
    await goTo('/data/documents?collection=ids', 'ids')
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.reload()
    await page.getByRole('textbox', { name: 'Document', exact: true }).getByText('"of"').waitFor()
    await type('Document', `{"_id": ${id}, "of": 2}`)
    await button('Save').click()
    await page.getByText('All is saved.').waitFor()
    await button('More about this document').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete document' }).click()
    await page.getByRole('heading', { name: 'No document yet' }).waitFor()
    expect(await api.json('GET', '/ids')).toEqual([])
  })

  it('on a phone show what is most telling', async () => {
    const { sluice, owner, page } = rig
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, title] of [
      ['documents?collection=cars', 'cars'],
      ['document?collection=cars&id=f-1', 'f-1'],
    ] as const) {
      await openPage(page, `${sluice.url}/console/data/${path}`, title)
      await owner.look(`phone-${title}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('are told to somebody as far as his permission lets him see them', async () => {
    const { sluice, api } = rig
    await api.json('POST', '/acl', {
      _id: 'crew-sees-cars',
      roles: ['crew'],
      predicate: "path-prefix('/cars')",
      priority: 1,
      mongo: { readFilter: { make: 'Fiat' }, projectResponse: { owner: 0 } },
    })
    const reader = userClient(sluice.url, { name: HOLDER.user, password: HOLDER.password })
    await eventually(async () => expect(await reader.status('GET', '/cars')).toBe(200))
    nora = await beginVisit(rig.browser, sluice.url)
    await nora.signIn(HOLDER)
    const { page } = nora
    expect(await page.getByRole('link', { name: 'Data' }).count()).toBe(0)
    await openPage(page, `${sluice.url}/console/data`, 'Data')
    await page.getByRole('heading', { name: 'You may not see the collections' }).waitFor()
    await nora.look('data-by-name')
    await page.getByLabel('Collection', { exact: true }).fill('cars')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('Your permission hides fields of these documents.').waitFor()
    expect(await page.locator('tbody a').allTextContents()).toEqual(['f-2', 'f-1'])
    expect(await page.getByRole('columnheader', { name: 'owner' }).count()).toBe(0)
    await nora.look('data-narrowed')
  })

  it('keep the fields that are hidden from who changes them', async () => {
    const { page } = nora
    await page.getByRole('link', { name: 'f-1' }).click()
    await page.getByRole('textbox', { name: 'Document' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"_id": "f-1", "make": "Fiat", "doors": 3}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('All is saved.').waitFor()
    expect(await rig.api.json('GET', '/cars/f-1')).toMatchObject({ doors: 3, owner: { name: 'Ann' } })
    await page.goBack()
  })

  it('are refused to be deleted together, and not shown as a whole, to who may not', async () => {
    const { page } = nora
    const dialog = page.getByRole('alertdialog')
    await page.getByRole('button', { name: 'More about this collection' }).click()
    await page.getByRole('menuitem', { name: 'Delete all that match' }).click()
    await dialog.getByLabel('Type 2 to go on').fill('2')
    await dialog.getByRole('button', { name: 'Delete 2 documents' }).click()
    await dialog.getByText(/allowBulkDelete/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Indexes' }).click()
    await page.getByRole('heading', { name: 'You may not see the indexes' }).waitFor()
    await page.getByRole('link', { name: 'Schema' }).click()
    await page.getByText(/are told to who manages collections/).waitFor()
    await nora.leave([HOLDER.password])
  })

  it('are no page for who may not read them, which says why', async () => {
    const { sluice, browser } = rig
    const otto = await beginVisit(browser, sluice.url)
    const address = `${sluice.url}/console/data`
    await otto.signIn(STRANGER)
    await openPage(otto.page, `${address}/documents?collection=cars`, 'cars')
    await otto.page.getByRole('heading', { name: 'You may not see these documents' }).waitFor()
    await otto.look('data-not-permitted')
    await openPage(otto.page, `${address}/document?collection=cars&id=f-1`, 'f-1')
    await otto.page.getByRole('heading', { name: 'You may not see this document' }).waitFor()
    await otto.leave([STRANGER.password])
  })

  it('leave nothing behind', async () => {
    const { owner } = rig
    await owner.leave([OWNER.password])
  })
})
