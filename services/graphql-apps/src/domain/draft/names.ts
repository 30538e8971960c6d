import { scalarNames } from '../values/scalars.ts'

const MAX_NAME = 60
const RESERVED: ReadonlySet<string> = new Set([
  ...scalarNames,
  ...['ID', 'String', 'Int', 'Float', 'Boolean', 'Query', 'Mutation', 'Subscription'],
])

/** Names of one scope, each once. */
export type NameScope = {
  /** The name itself, or with a number behind it where it is taken. */
  take(name: string): string
}

export function createNameScope(taken: Iterable<string> = []): NameScope {
  const names = new Set(taken)
  return {
    take(name) {
      let free = name
      for (let number = 2; names.has(free); number += 1) free = `${name}${number}`
      names.add(free)
      return free
    },
  }
}

export const typeScope = (): NameScope => createNameScope(RESERVED)

/** Whether GraphQL takes the name as it is; what begins with two underscores is its own. */
export const isFieldName = (text: string): boolean =>
  text.length <= MAX_NAME && /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/.test(text)

/** The nearest name that GraphQL takes for a field or an argument. */
export function fieldNameFor(text: string): string {
  const letters = plain(text).replaceAll(/[^A-Za-z0-9_]+/g, '_')
  const name = letters
    .replace(/^_{2,}/, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, MAX_NAME)
  return name === '' ? 'field' : name
}

/** A name for the type of what a collection or a field holds: `order-items` is `OrderItem`. */
export function typeNameFor(text: string): string {
  const words = plain(text)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const last = words.pop()
  const all = last === undefined ? ['thing'] : [...words, singularOf(last)]
  const name = all.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return name.replace(/^(?=\d)/, 'T').slice(0, MAX_NAME)
}

/** The English singular, as far as endings tell. */
export function singularOf(word: string): string {
  if (/[^aeiou]ies$/i.test(word)) return word.slice(0, -3) + (word.endsWith('S') ? 'Y' : 'y')
  if (/(?:x|ch|sh|ss)es$/i.test(word)) return word.slice(0, -2)
  return /[^siu]s$/i.test(word) && word.length > 2 ? word.slice(0, -1) : word
}

/** What a collection is called that a field such as `customerId`, `customer_ids` or `customers` points to. */
export function collectionNamesFor(field: string): ReadonlySet<string> {
  const base = baseOf(field)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  if (base === '') return new Set()
  const one = singularOf(base)
  return new Set([base, one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')])
}

export const asCollectionName = (collection: string): string => collection.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** `customerId` without the `Id`; as it is where nothing would be left. */
export const baseOf = (field: string): string => field.replace(/(?:_?ids?|Ids?|IDs?|_?refs?|Refs?)$/, '')

/** Letters without their marks: `größe` is `grosse`. */
const plain = (text: string): string => text.replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '')
