import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { describeInBrowser } from './describe-in-browser.ts'
import { OWNER } from './start-console.ts'
import { type DataRig, startData } from './start-data.ts'
import { expectToFit } from './start-webhooks.ts'

describeInBrowser('the collections in the console', () => {
  let rig: DataRig

  beforeAll(async () => {
    rig = await startData()
  })
  afterAll(() => rig.stop())

  it('begin with a collection, which is made here', async () => {
    const { owner, page } = rig
    await page.getByRole('link', { name: 'Data' }).click()
    await page.getByRole('heading', { name: 'No collection yet' }).waitFor()
    await owner.look('data-empty')
  })

  it('are made under a name that is one', async () => {
    const { api, owner, page, dialog } = rig
    await page.keyboard.press('n')
    await dialog.getByLabel('Name').fill('not/a name')
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await dialog.getByRole('alert').waitFor()
    await owner.look('data-new-refused')
    await dialog.getByLabel('Name').fill('cars')
    await dialog.getByLabel('Description').fill('What the fleet has')
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await page.getByRole('heading', { level: 1, name: 'cars' }).waitFor()
    await page.getByRole('heading', { name: 'No document yet' }).waitFor()
    await owner.look('data-no-documents')
    expect(await api.json('GET', '/cars/_meta')).toMatchObject({ description: 'What the fleet has' })
  })

  it('mark what is wrong with a filter', async () => {
    const { api, owner, page, button, goTo, type } = rig
    await api.text('PUT', '/cars')
    await api.json('POST', '/cars', { _id: 'no-make' })
    for (const [at, make] of ['Alfa', 'Fiat', 'Fiat', 'Lancia'].entries()) {
      await api.json('POST', '/cars', { _id: `f-${at}`, make, doors: at, owner: { name: 'Ann' } })
    }
    await goTo('/data/documents?collection=cars', 'cars')
    await type('Filter', '{"make": "Fiat"')
    await button('Find').click()
    await page.getByText('A } is missing here.').first().waitFor()
    await owner.look('data-filter-fault')
    await type('Filter', '{"doors": {"$in": 5}}')
    await button('Find').click()
    await page.getByText('Nothing was looked for.').waitFor()
  })

  it('are found by a filter, a sort and fields, which stand in the address', async () => {
    const { owner, page, button, type } = rig
    await type('Filter', '{"make": "Fiat"}')
    await type('Sort', '-doors')
    await type('Fields', '{"doors": 1}')
    await page.keyboard.press('Control+Enter')
    const found = page.locator('tbody a')
    await eventually(async () => expect(await found.allTextContents()).toEqual(['f-2', 'f-1']))
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['_id', 'doors', 'Actions'])
    await button('Count').click()
    await page.getByText('2 that match').waitFor()
    await owner.look('data-found')
    await page.reload()
    await page.getByRole('link', { name: 'f-2' }).waitFor()
    await button('JSON').click()
    await page.getByText('"doors": 2').waitFor()
    await owner.look('data-json')
    await type('Filter', '{"make": "Nobody"}')
    await button('Find').click()
    await page.getByRole('heading', { name: 'No document matches' }).waitFor()
    await button('Clear').click()
    await page.getByRole('link', { name: 'f-0' }).waitFor()
  })

  it('are listed a page at a time', async () => {
    const { api, page, button, goTo } = rig
    await api.text('PUT', '/many')
    await api.json(
      'POST',
      '/many',
      Array.from({ length: 30 }, (_, _id) => ({ _id, at: _id })),
    )
    await goTo('/data/documents?collection=many&sort=_id', 'many')
    await page.getByRole('link', { name: '24', exact: true }).waitFor()
    await button('Next page').click()
    await page.getByRole('link', { name: '29', exact: true }).waitFor()
    expect(await page.locator('tbody a').count()).toBe(5)
    await goTo('/data/documents?collection=many&page=9', 'many')
    await page.getByText('The list ends before this page.').waitFor()
  })

  it('are changed and deleted by a filter, after a count that is typed', async () => {
    const { api, owner, page, dialog, goTo, type, act } = rig
    await goTo(`/data/documents?collection=many&filter=${encodeURIComponent('{"at": {"$lt": 10}}')}`, 'many')
    await act('Change all that match')
    await dialog.getByText('{"at":{"$lt":10}}').waitFor()
    await type('Change', '{"$set": {"seen": 5.0}}')
    await owner.look('data-bulk-change')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByLabel('Type 10 to go on').fill('9')
    expect(await dialog.getByRole('button', { name: 'Change 10 documents' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Type 10 to go on').fill('10')
    await owner.look('data-bulk-count')
    await dialog.getByRole('button', { name: 'Change 10 documents' }).click()
    await page.getByText('10 documents changed.').waitFor()
    expect(await api.text('GET', '/many/3?id_type=NUMBER&jsonMode=canonical')).toContain('"$numberDouble":"5.0"')
    await act('Delete all that match')
    await dialog.getByLabel('Type 10 to go on').fill('10')
    await dialog.getByRole('button', { name: 'Delete 10 documents' }).click()
    await page.getByRole('heading', { name: 'No document matches' }).waitFor()
    expect(await api.json('GET', '/many/_size')).toEqual({ _size: 20 })
  })

  it('have indexes, which are made and removed', async () => {
    const { owner, page, dialog, button, type } = rig
    await page.getByRole('link', { name: 'Indexes' }).click()
    await page.getByRole('row', { name: /^_id_/ }).waitFor()
    await button('New index').click()
    await type('Fields', '{"at": 2}')
    await dialog.getByRole('button', { name: 'Create index' }).click()
    await dialog
      .getByText(/It is 1 or -1/)
      .first()
      .waitFor()
    await owner.look('data-index-fault')
    await type('Fields', '{"at": -1}')
    await dialog.getByRole('switch').click()
    await dialog.getByRole('button', { name: 'Create index' }).click()
    await page.getByRole('row', { name: /^at_-1.*Unique/ }).waitFor()
    await owner.look('data-indexes')
    await expectToFit(page)
    await button('Remove at_-1').click()
    await dialog.getByRole('button', { name: 'Remove index' }).click()
    await page.getByRole('row', { name: /^at_-1/ }).waitFor({ state: 'detached' })
  })

  it('have a schema, which refuses what does not fit, at its place', async () => {
    const { owner, page, button, goTo, type } = rig
    await goTo('/data/documents?collection=cars&tab=schema', 'cars')
    await type('JSON Schema', '{"type": "objekt"}')
    await button('Save').click()
    await page.getByText('The schema is as it was.').waitFor()
    await owner.look('data-schema-fault')
    await type('JSON Schema', '{"type": "object", "properties": {"doors": {"type": "integer", "maximum": 5}}}')
    await page.keyboard.press('Control+s')
    await page.getByText('All is saved.').waitFor()
    await owner.look('data-schema')
    await page.getByRole('textbox', { name: 'Description' }).fill('The fleet')
    await button('Save description').click()
    await page.getByText('The description is saved.').waitFor()
  })

  it('refuse a document that does not fit the schema, and mark its place', async () => {
    const { owner, page, button, goTo, type } = rig
    await goTo('/data/document?collection=cars&id=f-0', 'f-0')
    await type('Document', '{"make": "Alfa",\n "doors": 6}')
    await button('Save').click()
    await button('doors').waitFor()
    await owner.look('data-document-refused')
    await type('Document', '{"make": "Alfa",\n "doors": 4}')
    await button('Save').click()
    await page.getByText('All is saved.').waitFor()
  })

  it('have stored aggregations, which are made, changed, run and removed', async () => {
    const { owner, page, dialog, button, goTo, type } = rig
    await goTo('/data/documents?collection=cars&tab=aggregations', 'cars')
    await page.getByText('No aggregation yet.').waitFor()
    await button('New aggregation').click()
    await dialog.getByLabel('Name').fill('by-make')
    await type('Stages', '[{"$match": {"make": {"$var": "make"}}},\n {"$grup": {}}]')
    await dialog.getByRole('button', { name: 'Save aggregation' }).click()
    await dialog.getByRole('alert').waitFor()
    await owner.look('data-aggregation-fault')
    const stages = '[{"$match": {"make": {"$var": "make"}}}, {"$group": {"_id": "$make", "cars": {"$sum": 1}}}]'
    await type('Stages', stages)
    await dialog.getByRole('button', { name: 'Save aggregation' }).click()
    await page.getByRole('row', { name: /^by-make.*make/ }).waitFor()
    await button('Run').click()
    await page.getByText('1 result.').waitFor()
    await type('Variables', '{"make": "Fiat"}')
    await button('Run').click()
    await page.getByText('{"_id": "Fiat", "cars": 2}').waitFor()
    await owner.look('data-aggregations')
    await expectToFit(page)
  })

  it('keep the changes of others to the collection when an aggregation is saved', async () => {
    const { api, page, dialog, button, type } = rig
    await button('Edit by-make').click()
    await type('Stages', '[{"$count": "n"}]')
    await api.json('PATCH', '/cars/_meta', { description: 'Changed meanwhile' })
    await dialog.getByRole('button', { name: 'Save aggregation' }).click()
    await dialog.getByText(/Somebody has changed the collection meanwhile/).waitFor()
    await dialog.getByRole('button', { name: 'Save aggregation' }).click()
    await dialog.waitFor({ state: 'detached' })
    await button('Remove by-make').click()
    await dialog.getByRole('button', { name: 'Remove aggregation' }).click()
    await page.getByText('No aggregation yet.').waitFor()
    expect(await api.json('GET', '/cars/_meta')).toMatchObject({ description: 'Changed meanwhile' })
  })

  it('are listed with what is in them, and a collection goes when its name is typed', async () => {
    const { api, owner, page, dialog, button, goTo, act } = rig
    await goTo('/data', 'Data')
    await page.getByRole('row', { name: /^cars/ }).waitFor()
    await owner.look('data-list')
    await expectToFit(page)
    await page.getByLabel('Search collections').fill('changed MEAN')
    await page.getByRole('row', { name: /^many/ }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('q=changed')
    await page.getByLabel('Search collections').fill('nothing')
    await page.getByRole('heading', { name: 'No collection matches' }).waitFor()
    await button('Show all collections').click()
    await page.getByRole('link', { name: 'many' }).click()
    await page.getByRole('heading', { level: 1, name: 'many' }).waitFor()
    await act('Delete collection')
    expect(await dialog.getByRole('button', { name: 'Delete collection' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Type many to go on').fill('many')
    await owner.look('data-delete-collection')
    await dialog.getByRole('button', { name: 'Delete collection' }).click()
    await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor()
    await page.getByRole('link', { name: 'many' }).waitFor({ state: 'detached' })
    expect(await api.status('GET', '/many')).toBe(404)
  })

  it('of the service itself have pages of their own', async () => {
    const { page, goTo } = rig
    await page.getByRole('region', { name: 'The service’s own' }).getByRole('link', { name: 'Users' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await goTo('/data/documents?collection=acl', 'acl')
    await page.getByRole('link', { name: 'Open its page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Permissions' }).waitFor()
  })

  it('leave nothing behind', async () => {
    const { owner } = rig
    await owner.leave([OWNER.password])
  })
})
