import { expect } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { Page } from 'playwright-core'

/** A page of the console: its address, its heading, and what is said there to who may do nothing. */
type ConsolePage = { path: string; title: string; refused?: string }

/** The pages that need nothing to be there. Those without `refused` are for everybody. */
export const PAGES: readonly ConsolePage[] = [
  { path: '/graphql', title: 'GraphQL apps', refused: 'You may not see the GraphQL apps' },
  { path: '/graphql/app?id=shop', title: 'GraphQL app', refused: 'You may not see this app' },
  { path: '/webhooks', title: 'Webhooks', refused: 'You may not see the webhooks' },
  { path: '/webhooks/new', title: 'New Webhook', refused: 'You may not make webhooks' },
  { path: '/webhooks/mail', title: 'Mail server', refused: 'You may not see the mail server' },
  { path: '/webhooks/one?id=hook', title: 'Webhook', refused: 'You may not see this webhook' },
  { path: '/webhooks/entry?id=hook&entry=x', title: 'Entry', refused: 'You may not see this entry' },
  { path: '/recordings', title: 'Recording', refused: 'You may not record' },
  { path: '/live', title: 'Live', refused: 'You may not follow the requests' },
  { path: '/deliveries', title: 'Deliveries', refused: 'You may not see the log' },
  { path: '/data', title: 'Data', refused: 'You may not see the collections' },
  { path: '/data/documents?collection=none', title: 'none', refused: 'You may not see these documents' },
  { path: '/data/document?collection=none&id=one', title: 'one', refused: 'You may not see this document' },
  { path: '/data/document?collection=none', title: 'New document' },
  { path: '/keys', title: 'My keys' },
  { path: '/permissions', title: 'Permissions', refused: 'You may not see the permissions' },
  { path: '/permissions/new', title: 'New permission', refused: 'You may not make permissions' },
  { path: '/permissions/one?id=x', title: 'Permission', refused: 'You may not see this permission' },
  { path: '/permissions/explain', title: 'Explain', refused: 'You may not ask who may do what' },
  { path: '/users', title: 'Users', refused: 'You may not see the users' },
  { path: '/users/one?user=x', title: 'User', refused: 'You may not see this user' },
  { path: '/admin/keys', title: 'All keys', refused: 'You may not see all keys' },
  { path: '/admin/audit', title: 'Audit', refused: 'You may not see the audit' },
  { path: '/admin/plugins', title: 'Plugins', refused: 'You may not see the plugins' },
  { path: '/settings', title: 'Settings' },
  { path: '/manual', title: 'Manual' },
  { path: '/manual?page=reference/conditions', title: 'Conditions' },
  { path: '/no/such/page', title: 'Not found' },
]

/** Goes to a page and waits until what it fetches is there. @param title as a regular expression where it is the name of a thing */
export async function openPage(page: Page, address: string, title: string | RegExp): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const loading = page.getByRole('status', { name: /^Loading/ })
  await eventually(async () => expect(await loading.count()).toBe(0))
}
