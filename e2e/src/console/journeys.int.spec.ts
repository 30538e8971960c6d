import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { press, tabTo } from './count-inputs.ts'
import { describeInBrowser } from './describe-in-browser.ts'
import { OWNER } from './start-console.ts'
import { addRoute, failOnce } from './start-demo.ts'
import { type JourneysRig, startJourneys, type Walker } from './start-journeys.ts'

describeInBrowser('a way through the console, within its count of clicks and of keys,', () => {
  let rig: JourneysRig
  let owner: Walker
  let amelia: Walker
  const secrets: string[] = [OWNER.password]

  beforeAll(async () => {
    rig = await startJourneys()
    owner = await rig.newWalker()
    amelia = await rig.newWalker()
    secrets.push(rig.amelia.password)
    await addRoute(rig, 'SFO')
    await rig.owner.text('GET', '/routes')
  })
  afterAll(() => rig.stop())

  it('leads from the address that is printed to the demo, which is alive: by mouse', async () => {
    const { page, inputs, visit, signIn, button } = await rig.newWalker()
    await signIn(OWNER, () => button('Sign in').click())
    await page.getByRole('link', { name: /^Delivered ?[1-9]/ }).waitFor()
    await inputs.expectAtMost('clicks', 1)
    await visit.leave([OWNER.password])
  })

  it('leads from the address that is printed to the demo, which is alive: by keys', async () => {
    const { page, inputs, signIn } = owner
    await signIn(OWNER, () => page.keyboard.press('Enter'))
    await page.getByRole('link', { name: /^Delivered ?[1-9]/ }).waitFor()
    await inputs.expectAtMost('keys', 2)
    await amelia.signIn(rig.amelia, () => amelia.page.keyboard.press('Enter'))
    await amelia.title('My keys').waitFor()
  })

  const issued = async (name: string) => {
    await amelia.page.getByRole('heading', { name: `Key “${name}” is issued` }).waitFor()
    secrets.push(await amelia.page.getByRole('textbox', { name: 'Secret' }).inputValue())
  }
  const listed = async (name: string) => {
    await amelia.button('Done').click()
    const row = new RegExp(`${name} slk_….{4} flight-reader route-writer`)
    await amelia.page.getByRole('row', { name: row }).waitFor()
  }

  it('issues a key with two roles for 7 days, and copies it and the line that tries it: by mouse', async () => {
    const { page, inputs, button } = amelia
    inputs.begin()
    await button('Issue key').click()
    await page.keyboard.type('by mouse')
    await page.getByRole('checkbox', { name: 'flight-reader' }).click()
    await page.getByRole('checkbox', { name: 'route-writer' }).click()
    await button('7 days').click()
    await button('Issue key').last().click()
    await issued('by mouse')
    await button('Copy').click()
    await button('Copy the lines').click()
    await page.getByText('The lines are copied.').waitFor()
    await inputs.expectAtMost('clicks', 7)
    await listed('by mouse')
  })

  it('issues a key with two roles for 7 days, and copies it and the line that tries it: by keys', async () => {
    const { page, inputs, button, waitForFocus } = amelia
    inputs.begin()
    await press(page, 'n')
    await waitForFocus(page.getByLabel('Name'))
    await page.keyboard.type('by keys')
    await press(page, 'Tab', 'Space', 'Tab', 'Space', 'Tab')
    await page.keyboard.type('7')
    await press(page, 'Enter')
    await issued('by keys')
    await waitForFocus(button('Copy'))
    await press(page, 'Enter')
    await button('Copied').waitFor()
    await tabTo(page, button('Copy the lines'))
    await press(page, 'Enter')
    await page.getByText('The lines are copied.').last().waitFor()
    await inputs.expectAtMost('keys', 14)
    await listed('by keys')
  })

  /** Says how many fail, too. */
  const webhooks = () => owner.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Webhooks/ })
  const reason = () => owner.page.getByRole('row', { name: /skipped.*the method was GET/ }).first()
  const falsePart = async () => {
    const { page } = owner
    await page.getByText('Condition, stopped here').waitFor()
    await page.getByRole('list', { name: 'Parts of the condition' }).getByText('the method was GET').waitFor()
  }

  it('says why a webhook did not fire, in the list and part by part: by mouse', async () => {
    const { inputs, begin, link, button } = owner
    await begin()
    await webhooks().click()
    await link('Logs of New route').click()
    await button('Show skipped').click()
    await reason().getByRole('link').first().click()
    await falsePart()
    await inputs.expectAtMost('clicks', 4)
  })

  it('says why a webhook did not fire, in the list and part by part: by keys', async () => {
    const { page, inputs, begin, button, link } = owner
    await begin()
    await press(page, 'g', 'w')
    await link('Logs of New route').waitFor()
    await press(page, 'j', 'l')
    await button('Show skipped').waitFor()
    await press(page, 's')
    await reason().waitFor()
    await press(page, 'j', 'Enter')
    await falsePart()
    await inputs.expectAtMost('keys', 8)
  })

  it('delivers again what failed while a target was down: by mouse', async () => {
    const { page, inputs, begin, button } = owner
    await failOnce(rig, 'one')
    await begin()
    await webhooks().click()
    await page
      .getByRole('row', { name: /Partner one/ })
      .getByRole('link', { name: 'Failing' })
      .click()
    await button('Redeliver matching').click()
    await button('Redeliver 1').click()
    await page.getByRole('heading', { name: '1 delivered again' }).waitFor()
    await inputs.expectAtMost('clicks', 4)
    await eventually(() => expect(rig.receiver.deliveries.at(-1)?.path).toBe('/up-again'))
  })

  it('delivers again what failed while a target was down: by keys', async () => {
    const { page, inputs, begin, link, button } = owner
    await failOnce(rig, 'two')
    await begin()
    await press(page, 'g', 'w')
    await link('Logs of Partner two').waitFor()
    await press(page, 'j', 'l')
    await button('Redeliver matching').waitFor()
    await press(page, 'm')
    await button('Redeliver 1').waitFor()
    await tabTo(page, button('Redeliver 1'))
    await press(page, 'Enter')
    await page.getByRole('heading', { name: '1 delivered again' }).waitFor()
    await inputs.expectAtMost('keys', 10)
  })

  const seen = async () => {
    await owner.page.getByText('It goes on when you leave.').waitFor()
    await addRoute(rig, 'JFK')
    await owner.button('POST /routes').waitFor()
  }
  /** Only the address is left to type. */
  const filledIn = async () => {
    const { page, title, waitForFocus } = owner
    await title('New Webhook').waitFor()
    await waitForFocus(page.getByLabel('URL'))
    const condition = page.getByRole('textbox', { name: 'Condition' })
    await eventually(async () => expect(await condition.innerText()).toBe("path('/routes') and method('POST')"))
    const sample = page.getByLabel('Sample', { exact: true })
    await eventually(async () => expect(await sample.innerText()).toContain('POST /routes'))
    await page.getByText('Would have matched').waitFor()
    await page.keyboard.type(`${rig.receiver.url}/live`)
  }
  const saved = async () => {
    const { page, button, title } = owner
    await page.getByRole('heading', { name: '“POST /routes” is saved' }).waitFor()
    secrets.push(await page.getByRole('textbox', { name: 'Secret' }).inputValue())
    await button('Copy').click()
    await button('Done').click()
    await title('POST /routes').waitFor()
  }

  it('makes a webhook of a request that was seen, tests it and saves it: by mouse', async () => {
    const { page, inputs, begin, link, button } = owner
    await begin()
    await webhooks().click()
    await link('Record').click()
    await button('Start Recording').click()
    await seen()
    await link('Make a webhook of POST /routes').first().click()
    await filledIn()
    await button('Test Webhook').click()
    await page.getByText(/The target answered 200 in/).waitFor()
    await button('Save Webhook').click()
    await inputs.expectAtMost('clicks', 6)
    await saved()
  })

  it('makes a webhook of a request that was seen, tests it and saves it: by keys', async () => {
    const { page, inputs, begin, link, button } = owner
    await begin()
    await press(page, 'g', 'w')
    await link('Record').waitFor()
    await press(page, 'r')
    await button('Start Recording').waitFor()
    await press(page, 'r')
    await seen()
    await press(page, 'j', 'm')
    await filledIn()
    await press(page, 'Control+Enter')
    await page.getByText(/The target answered 200 in/).waitFor()
    await press(page, 'Control+s')
    await inputs.expectAtMost('keys', 12)
    await saved()
  })

  it('leaves nothing secret behind', async () => {
    await amelia.visit.leave(secrets)
    await owner.visit.leave(secrets)
  })
})
