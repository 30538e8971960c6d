import { expect, it } from '@jest/globals'
import { type BodyForm, bodyForm } from './body-form.ts'
import { routeTarget } from './route-target.ts'

const BODIES: readonly [path: string, tier: 'shared' | 'dedicated', form: BodyForm, method?: string][] = [
  ['orders', 'shared', 'document'],
  ['orders/_meta', 'shared', 'json'],
  ['orders/_indexes/by-name', 'shared', 'json'],
  ['shop/orders/_meta', 'dedicated', 'json'],
  ['shop/orders/1', 'dedicated', 'document'],
  ['users', 'shared', 'document'],
  ['acl/p', 'shared', 'document'],
  ['acl/explain', 'shared', 'json'],
  ['acl/check', 'shared', 'json'],
  ['acl/changes', 'shared', 'document'],
  ['gql-apps/shop', 'shared', 'document'],
  ['main/gql-apps/shop/documents', 'dedicated', 'document'],
  ['gql-apps/draft', 'shared', 'json'],
  ['gql-apps/shop/explain', 'shared', 'json'],
  ['main/gql-apps/shop/explain', 'dedicated', 'json'],
  ['gql-apps/explain', 'shared', 'document'],
  ['gql-apps/explain/explain', 'shared', 'json'],
  ['gql-apps/gql-apps/explain', 'shared', 'json'],
  ['graphql/shop', 'shared', 'json'],
  ['mcp', 'shared', 'json'],
  ['keys', 'shared', 'json'],
  ['webhooks/1', 'shared', 'json'],
  ['orders', 'shared', 'json', 'PUT'],
  ['orders', 'shared', 'json', 'PATCH'],
  ['shop/orders', 'dedicated', 'json', 'PATCH'],
  ['shop/orders/1', 'dedicated', 'document', 'PATCH'],
  ['orders/*', 'shared', 'document', 'PATCH'],
]

it.each(BODIES)('a body of /%s (%s) is read as the service reads it', (path, tier, form, method = 'POST') => {
  const segments = path.split('/')
  const tiering = { tier, db: 'main' }
  expect(bodyForm(routeTarget(segments, tiering), { method, segments }, tiering)).toBe(form)
})
