import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Browser, Page } from 'playwright-core'
import { type HttpClient, ownerClient } from '../http-client.ts'
import type { SluiceProcess } from '../standalone/sluice-process.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { openBrowser } from './open-browser.ts'
import { HOLDER, OWNER, startConsole } from './start-console.ts'
import { beginVisit, type Visit } from './visit.ts'

const AIRPORTS = [
  { _id: 'SFO', city: 'San Francisco' },
  { _id: 'JFK', city: 'New York' },
]
type SavedApp = { _id: { $oid: string }; descriptor: Record<string, unknown>; schema: string; mappings: unknown }

/** Evaluated in the page. */
const OVER_THE_EDGE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
const QUERY = 'query Cities { airports(limit: 2) { city } }'

describeInBrowser('the GraphQL apps in the console', () => {
  let sluice: SluiceProcess
  let browser: Browser
  let owner: Visit
  let api: HttpClient

  beforeAll(async () => {
    sluice = await startConsole()
    api = ownerClient({ url: sluice.url, ownerPassword: OWNER.password })
    await api.json('PUT', '/airports')
    for (const { _id, ...airport } of AIRPORTS) await api.json('PUT', `/airports/${_id}?wm=upsert`, airport)
    browser = await openBrowser()
    owner = await beginVisit(browser, sluice.url)
    await owner.signIn(OWNER)
  })
  afterAll(async () => {
    await browser.close()
    await sluice.interrupt()
  })

  const dialog = (page: Page) => page.getByRole('alertdialog')
  const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const view = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Views of the app' }).getByRole('link', { name }).click()
  /** Types over a text. What is there is taken away first: a browser keeps its look otherwise, which the policy stops. */
  const retype = async (page: Page, name: string, text: string) => {
    await editor(page, name).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }
  /** The text of an editor without its blanks. */
  const textOf = async (page: Page, name: string) => (await editor(page, name).innerText()).replace(/\s+/g, '')
  const saved = async (): Promise<SavedApp> => {
    const [first] = await api.json<SavedApp[]>('GET', '/gql-apps')
    if (!first) throw new Error('There is no app.')
    return first
  }
  const pathOf = ({ _id }: SavedApp) => `/gql-apps/${_id.$oid}`

  it('begin with a draft of a collection', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'GraphQL apps', exact: true }).click()
    await page.getByRole('heading', { name: 'No app yet' }).waitFor()
    await owner.look('apps-none')
    await page.getByRole('button', { name: 'New app' }).click()
    await dialog(page).getByLabel('sluice · airports').check()
    await dialog(page).getByRole('switch', { name: 'Enabled' }).click()
    await dialog(page).getByLabel('Name').fill('Airports')
    await dialog(page).getByLabel('Address').fill('airports')
    await owner.look('app-new')
    await dialog(page).getByRole('button', { name: 'Make app' }).click()
    await page.getByRole('heading', { level: 1, name: 'Airports' }).waitFor()
    await page.getByText('The schema and the mappings fit together.').waitFor()
    await owner.look('app-schema')
    expect((await saved()).descriptor).toMatchObject({ name: 'Airports', uri: 'airports', enabled: false })
  })

  it('say while one types what is wrong, where, and lead there', async () => {
    const { page } = owner
    await retype(page, 'Mappings', '{\n  "Query": {},\n  "Nope": {}\n}')
    const fault = page.getByRole('button', { name: 'Mappings 3:11' })
    await fault.waitFor()
    await page.getByText('The schema has no type "Nope".').waitFor()
    await owner.look('app-faults')
    await page.keyboard.press('F8')
    await retype(page, 'Mappings', '{ "Query": ')
    await page.getByText('A value is missing here.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('The mappings are not JSON: what is wrong stands below.').waitFor()
    const { mappings } = await saved()
    await retype(page, 'Mappings', '{ "Query": {}, "Nope": {} }')
    await page.keyboard.press('Control+s')
    await page.getByText('The schema has no type "Nope".').first().waitFor()
    expect((await saved()).mappings).toEqual(mappings)
  })

  it('offer what a mapping may name, lead from a field to its mapping and back, and add what is missing', async () => {
    const { page } = owner
    const { schema, mappings } = await saved()
    await retype(page, 'Schema', 'type Query {\n  airports(city: String): [Airport!]\n}\ntype Airport { city: String }')
    await retype(page, 'Mappings', '{\n  "Query": {}\n}')
    const add = page.getByRole('button', { name: 'Add a mapping for' })
    await eventually(async () => expect(await add.allInnerTexts()).toEqual(['Add a mapping for airports']))
    await owner.look('app-unmapped')
    await add.click()
    await page.getByText('The schema and the mappings fit together.').waitFor()
    expect(await textOf(page, 'Mappings')).toContain('"find": { "city": { "$arg": "city" } }'.replace(/\s+/g, ''))

    await editor(page, 'Schema').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Control+b')
    await page.keyboard.insertText('!')
    expect(await textOf(page, 'Mappings')).toContain('!"airports"')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+b')
    await page.keyboard.insertText('#')
    expect(await textOf(page, 'Schema')).toContain('#airports(city')
    await page.keyboard.press('Backspace')

    await retype(page, 'Mappings', '{ "Query": { "airports": { "db": "sluice", "collection": "" } } }')
    await page.keyboard.press('End')
    for (const _ of '" } } }') await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('airp')
    // Not by Enter: an editor takes it for a line break where the list has come in the moment before.
    await page.getByRole('option', { name: 'airports' }).click()
    await page.getByText('The schema and the mappings fit together.').waitFor()

    await retype(page, 'Schema', schema)
    await retype(page, 'Mappings', JSON.stringify(mappings))
    await page.keyboard.press('Control+s')
  })

  it('keep what was typed over a reload, and ask before it is left', async () => {
    const { page } = owner
    const { schema, mappings } = await saved()
    await retype(page, 'Mappings', JSON.stringify(mappings))
    await retype(page, 'Schema', `${schema}\n# typed`)
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await dialog(page).getByRole('heading', { name: 'Leave without saving' }).waitFor()
    await owner.look('app-leave')
    await dialog(page).getByRole('button', { name: 'Stay' }).click()
    await eventually(async () =>
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).toContain('# typed'),
    )
    page.once('dialog', question => void question.accept())
    await page.reload()
    await page.getByText('There is unsaved text of').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('is saved, and answers by it now.').waitFor()
    expect((await saved()).schema).toContain('# typed')
  })

  it('are switched on, with other settings, at which a bad one is refused at its field', async () => {
    const { page } = owner
    await view(page, 'Settings')
    await page.getByLabel('Deepest nesting').fill('0')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await eventually(async () =>
      expect(await page.getByLabel('Deepest nesting').getAttribute('aria-invalid')).toBe('true'),
    )
    await owner.look('app-settings-faults')
    await page.getByLabel('Deepest nesting').fill('7')
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('All is saved.').waitFor()
    expect((await saved()).descriptor).toMatchObject({ enabled: true, limits: { maxDepth: 7 } })
    await owner.look('app-settings')
  })

  it('are asked in the explorer, which shows the answer and what the store was asked', async () => {
    const { page } = owner
    await view(page, 'Explorer')
    await retype(page, 'Query', QUERY)
    await page.keyboard.press('Control+Enter')
    await page.getByText('"city": "San Francisco"').waitFor()
    await page.getByRole('button', { name: 'Explain with execution' }).click()
    await page.getByRole('heading', { name: 'With execution' }).waitFor()
    await page.getByText(/^(?:General|Flat): /).waitFor()
    await page.getByText('At most 10,000 documents in 5,000 ms, 8 commands at once.').waitFor()
    await owner.look('app-explorer')
    await page.getByRole('heading', { name: 'With execution' }).scrollIntoViewIfNeeded()
    await owner.look('app-plan')
    await retype(page, 'Query', '{ airports { nothing } }')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('GRAPHQL_VALIDATION_FAILED').first().waitFor()
    await retype(page, 'Variables', '{ no')
    await page.getByText('The variables are not JSON.').waitFor()
    await owner.look('app-explorer-faults')
  })

  it('run as the holder of a key, which is kept nowhere', async () => {
    const { page } = owner
    await retype(page, 'Variables', ' ')
    await page.getByLabel('API key').fill('slk_this_is_no_key')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('INVALID_KEY').first().waitFor()
    await view(page, 'Use it')
    await page.getByText('Authorization: Bearer $SLUICE_KEY').waitFor()
    await owner.look('app-use')
    await view(page, 'Explorer')
    expect(await page.getByLabel('API key').inputValue()).toBe('')
  })

  it('take trusted documents by their hashes', async () => {
    const { page } = owner
    await view(page, 'Trusted documents')
    await page.getByRole('heading', { name: 'No trusted document yet' }).waitFor()
    await retype(page, 'Document', QUERY)
    await page.getByRole('button', { name: 'Add document' }).click()
    await page.getByRole('row', { name: /Cities/ }).waitFor()
    await owner.look('app-documents')
    const hash = createHash('sha256').update(QUERY).digest('hex')
    const documents = await api.json('GET', `${pathOf(await saved())}/documents`)
    expect(documents).toEqual({ [hash]: QUERY })
    await page.getByRole('button', { name: 'Take out Cities' }).click()
    await page.getByRole('heading', { name: 'No trusted document yet' }).waitFor()
  })

  it('show two versions side by side, and go back to one', async () => {
    const { page } = owner
    await view(page, 'Versions')
    await page.getByRole('region', { name: 'Difference' }).waitFor()
    await page.getByLabel('Before', { exact: true }).selectOption({ index: 2 })
    await page.getByText('Left: before, right: after.').waitFor()
    await owner.look('app-versions')
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await owner.look('app-restore')
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await page.getByText('is what it was in version 1.').waitFor()
    expect((await saved()).schema).not.toContain('# typed')
  })

  it('show both where somebody else has saved meanwhile, and lose nothing', async () => {
    const { page } = owner
    await view(page, 'Schema and mappings')
    const { schema } = await saved()
    await retype(page, 'Schema', `${schema}\n# mine`)
    await api.json('PATCH', pathOf(await saved()), { schema: `${schema}\n# theirs` })
    await page.keyboard.press('Control+s')
    await dialog(page).getByRole('heading', { name: '“Airports” was changed meanwhile' }).waitFor()
    await owner.look('app-conflict')
    await dialog(page).getByRole('button', { name: 'Edit on' }).click()
    await page.keyboard.press('Control+s')
    await dialog(page).getByRole('button', { name: 'Write mine over it' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect((await saved()).schema).toContain('# mine')
  })

  it('are on a phone what they are elsewhere', async () => {
    const { page } = owner
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await page.getByText('fit together').waitFor()
    await owner.look('app-schema')
    await page.getByRole('link', { name: 'GraphQL apps' }).last().click()
    await page.getByRole('link', { name: 'Airports' }).waitFor()
    await owner.look('apps-list')
    expect(await page.evaluate(OVER_THE_EDGE)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await owner.look('apps-list')
  })

  it('are switched by one click, which can be taken back, and deleted by their name', async () => {
    const { page } = owner
    await page.getByRole('switch', { name: 'Airports enabled' }).click()
    await page.getByText('“Airports” is enabled.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Airports” is disabled.').waitFor()
    await page.getByRole('switch', { name: 'Airports enabled' }).click()
    await page.getByText('“Airports” is enabled.').last().waitFor()
    await page.getByRole('button', { name: 'More about Airports' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await owner.look('app-delete')
    await dialog(page).getByLabel('Type Airports to go on').fill('Airports')
    await dialog(page).getByRole('button', { name: 'Delete app' }).click()
    await page.getByRole('heading', { name: 'No app yet' }).waitFor()
    expect(await api.json('GET', '/gql-apps')).toEqual([])
  })

  it('are shown to nobody who may not read them', async () => {
    const holder = await beginVisit(browser, sluice.url)
    await holder.signIn(HOLDER)
    expect(await holder.page.getByRole('link', { name: 'GraphQL apps' }).count()).toBe(0)
    await holder.page.goto(`${sluice.url}/console/graphql`)
    await holder.page.getByRole('heading', { name: 'You may not see the GraphQL apps' }).waitFor()
    await holder.leave([HOLDER.password])
  })

  it('leave nothing secret behind', async () => {
    await owner.leave([OWNER.password, 'slk_this_is_no_key'])
  })
})
