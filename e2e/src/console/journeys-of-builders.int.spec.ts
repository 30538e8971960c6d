import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { press } from './count-inputs.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { OWNER } from './start-console.ts'
import { type JourneysRig, signInOwner, startJourneys, type Walker } from './start-journeys.ts'

/** Twice what is promised: machines of tests are busy. */
const MARK_LIMIT_MS = 2_000
const BROKEN = 'type Broken { a: Nope } '

describeInBrowser('a way of a builder through the console, within its count of clicks and of keys,', () => {
  let rig: JourneysRig
  let owner: Walker

  beforeAll(async () => {
    rig = await startJourneys()
    owner = await rig.newWalker()
    await signInOwner(owner)
  })
  afterAll(() => rig.stop())

  const firstQuery = () => owner.page.getByRole('textbox', { name: 'Query' }).getByText('limit').waitFor()

  it('makes an app of a collection, whose first query is answered: by mouse', async () => {
    const { page, inputs, begin, title, link, button } = owner
    await begin()
    await link('GraphQL apps').first().click()
    await button('New app').click()
    await page.getByText('sluice · airports').click()
    await button('Make app').click()
    await title('airports').waitFor()
    await link('Explorer').click()
    await firstQuery()
    await button('Run').click()
    await page.getByText('"airports": [').waitFor()
    await inputs.expectAtMost('clicks', 6)
  })

  it('makes an app of a collection, whose first query is answered: by keys', async () => {
    const { page, inputs, begin, title, button, waitForFocus } = owner
    await begin()
    await press(page, 'g', 'a')
    await button('New app').waitFor()
    await press(page, 'n')
    await page.getByText('sluice · routes').waitFor()
    await waitForFocus(page.getByLabel('Name'))
    await press(page, 'Shift+Tab', 'ArrowDown', 'Enter')
    await title('routes').waitFor()
    await press(page, 'Alt+2')
    await firstQuery()
    await press(page, 'Control+Enter')
    await page.getByText('"routes": [').waitFor()
    await inputs.expectAtMost('keys', 12)
  })

  const isRestored = (version: number) =>
    owner.page.getByText(`“Flights” is what it was in version ${version}.`).waitFor()

  it('puts an app back to what it was, after the difference was read: by mouse', async () => {
    const { page, inputs, begin, link, button } = owner
    const { schema } = await rig.owner.json<{ schema: string }>('GET', '/gql-apps/flights')
    await rig.owner.json('PATCH', '/gql-apps/flights', { schema: `# changed\n${schema}` })
    await begin()
    await link('GraphQL apps').first().click()
    await link('Flights').click()
    await link('Versions').click()
    await page.getByRole('region', { name: 'Difference' }).getByText('# changed').waitFor()
    await button('Restore version 1').click()
    await button('Restore').click()
    await isRestored(1)
    await inputs.expectAtMost('clicks', 6)
  })

  it('puts an app back to what it was, after the difference was read: by keys', async () => {
    const { page, inputs, begin, title, link, waitForFocus } = owner
    await begin()
    await press(page, 'g', 'a')
    await link('Flights').waitFor()
    const rows = await page.getByRole('row').allInnerTexts()
    const steps = rows.findIndex(text => text.includes('Flights'))
    await press(page, ...Array.from({ length: steps }, () => 'j'))
    await waitForFocus(link('Flights'))
    await press(page, 'Enter')
    await title('Flights').waitFor()
    await press(page, 'Alt+3')
    await page.getByRole('region', { name: 'Difference' }).getByText('# changed').waitFor()
    await press(page, 'r')
    await waitForFocus(owner.button('Cancel'))
    await press(page, 'Tab', 'Enter')
    await isRestored(2)
    await inputs.expectAtMost('keys', 10)
  })

  it('marks at its line what breaks a schema, leads there, and refuses to save it', async () => {
    const { page, inputs } = owner
    await page.goto(`${rig.sluice.url}/console/graphql/app?id=flights`)
    await page.getByText('The schema and the mappings fit together.').waitFor()
    inputs.begin()
    await page.getByRole('textbox', { name: 'Schema' }).focus()
    await page.keyboard.type(BROKEN)
    const typedAt = performance.now()
    await page.locator('.cm-lintRange-error', { hasText: 'Nope' }).waitFor()
    expect(performance.now() - typedAt).toBeLessThan(MARK_LIMIT_MS)
    await press(page, 'F8')
    await eventually(async () => expect(await page.evaluate('getSelection()?.toString()')).toBe('Nope'))
    await press(page, 'Control+s')
    await page.getByText('The app was not saved.').waitFor()
    await page.getByRole('button', { name: 'Schema 1:18' }).waitFor()
    await inputs.expectAtMost('keys', 2)
  })

  const why = async () => {
    const { page } = owner
    await page.getByText('amelia may not POST /routes.').waitFor()
    await page.getByText('the method was POST').first().waitFor()
  }

  it('says why somebody may not do something, part by part: by mouse', async () => {
    const { page, inputs, begin, link, button, waitForFocus } = owner
    await rig.owner.json('PATCH', '/acl/add-routes', { predicate: "path('/routes') and method('PUT')" })
    await begin()
    await link('Permissions').first().click()
    await link('Explain').click()
    await waitForFocus(page.getByLabel('User', { exact: true }))
    await page.keyboard.type('amelia')
    await press(page, 'Tab')
    await page.keyboard.type('PO')
    await press(page, 'Tab')
    await page.keyboard.type('/routes')
    await button('Explain').click()
    await why()
    await inputs.expectAtMost('clicks', 3)
  })

  it('says why somebody may not do something, part by part: by keys', async () => {
    const { page, inputs, begin, waitForFocus } = owner
    await begin()
    await press(page, 'Control+k')
    await page.keyboard.type('explain')
    await press(page, 'Enter')
    await waitForFocus(page.getByLabel('User', { exact: true }))
    await page.keyboard.type('amelia')
    await press(page, 'Tab')
    await page.keyboard.type('PO')
    await press(page, 'Tab')
    await page.keyboard.type('/routes')
    await press(page, 'Enter')
    await why()
    await inputs.expectAtMost('keys', 6)
  })

  it('leaves nothing secret behind', async () => {
    await owner.visit.leave([OWNER.password])
  })
})
