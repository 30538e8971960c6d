import type { Document } from '@sluice/store'
import { compileApp } from '../domain/compile-app.ts'
import { appRules } from '../domain/reach.ts'

const args =
  '(id: ID!, status: String, text: String!, n: Int, big: Long, many: [String], any: BsonDocument, anys: [BsonDocument], patch: Patch, patches: [Patch!], filled: Where!, where: Where, preset: String = "x")'
const schema = `
  type Query { orders: [Order] }
  type Order { _id: ID status: String }
  input Patch { status: String owner: String address: Address }
  input Address { city: String zip: String }
  input Where { city: String! }
  type Mutation {
    one${args}: Order
    list${args}: [Order!]!
    count${args}: Int!
    any${args}: Boolean
    id${args}: ObjectId
    raw${args}: BsonDocument
    float${args}: Float
    ids${args}: [ID]
  }
`
export const tiers = {
  shared: appRules({ tier: 'shared', db: 'sluice' }),
  dedicated: appRules({ tier: 'dedicated', db: 'sluice' }),
}
export const orders = { db: 'sluice', collection: 'orders' }
export const remove = { deleteOne: { filter: { _id: { $arg: 'id' } } } }
const FIELDS = ['one', 'list', 'count', 'any', 'id', 'raw', 'float', 'ids']
const FALLBACK: Record<string, Document> = { list: { insertMany: { documents: { $arg: 'anys' } } } }

/** What is reported about one field while all others are in order. */
export function faultsOf(field: string, mapping: unknown, { tier = 'shared' }: { tier?: keyof typeof tiers } = {}) {
  const others = FIELDS.filter(name => name !== 'float' && name !== 'ids').map(name => [
    name,
    { ...orders, ...(FALLBACK[name] ?? remove) },
  ])
  const mappings: Record<string, Record<string, unknown>> = {
    Query: { orders },
    Mutation: { ...Object.fromEntries(others), [field]: mapping },
  }
  const document = {
    descriptor: { name: 'x', enabled: true },
    schema: schema.replaceAll(/^ {4}(float|ids)\(.*$/gm, line => (line.trim().startsWith(`${field}(`) ? line : '')),
    mappings,
  }
  const result = compileApp(document, tiers[tier])
  return result.kind === 'faulty' ? result.faults : []
}
export const writeFaults = (field: string, method: string, rest: Document) =>
  faultsOf(field, { ...orders, [method]: rest })
export const byId = { filter: { _id: { $arg: 'id' } } }
export const updateFaults = (change: unknown, rest: Document = {}) =>
  writeFaults('one', 'updateOne', { ...byId, ...rest, update: change })
