import { expect, it } from '@jest/globals'
import { type BodyForm, bodyForm } from './body-form.ts'
import { routeTarget } from './route-target.ts'

const BODIES: readonly [request: string, tier: 'shared' | 'dedicated', form: BodyForm][] = [
  ['POST orders', 'shared', 'document'],
  ['POST orders/_meta', 'shared', 'json'],
  ['POST orders/_indexes/by-name', 'shared', 'json'],
  ['POST shop/orders/_meta', 'dedicated', 'json'],
  ['POST shop/orders/1', 'dedicated', 'document'],
  ['POST users', 'shared', 'document'],
  ['POST acl/p', 'shared', 'document'],
  ['POST acl/explain', 'shared', 'json'],
  ['POST acl/check', 'shared', 'json'],
  ['POST acl/changes', 'shared', 'document'],
  ['POST gql-apps/shop', 'shared', 'document'],
  ['POST main/gql-apps/shop/documents', 'dedicated', 'document'],
  ['POST gql-apps/draft', 'shared', 'json'],
  ['POST gql-apps/shop/explain', 'shared', 'json'],
  ['POST main/gql-apps/shop/explain', 'dedicated', 'json'],
  ['POST gql-apps/explain', 'shared', 'document'],
  ['POST gql-apps/explain/explain', 'shared', 'json'],
  ['POST gql-apps/gql-apps/explain', 'shared', 'json'],
  ['POST graphql/shop', 'shared', 'json'],
  ['POST mcp', 'shared', 'json'],
  ['POST keys', 'shared', 'json'],
  ['POST webhooks/1', 'shared', 'json'],
  ['PUT orders', 'shared', 'json'],
  ['PATCH orders', 'shared', 'json'],
  ['PATCH shop/orders', 'dedicated', 'json'],
  ['PATCH shop/orders/1', 'dedicated', 'document'],
  ['PATCH orders/*', 'shared', 'document'],
]

it.each(BODIES)('a body of %s (%s) is read as the service reads it', (request, tier, form) => {
  const [method = '', path = ''] = request.split(' ')
  const segments = path.split('/')
  const tiering = { tier, db: 'main' }
  expect(bodyForm(routeTarget(segments, tiering), { method, segments }, tiering)).toBe(form)
})
