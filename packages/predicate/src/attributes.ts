import type { Exchange } from './exchange/exchange.ts'
import { oneValue } from './exchange/one-value.ts'
import { valueAt } from './exchange/stored-value.ts'
import { didYouMean } from './language/suggest.ts'
import { isSecretName } from './secret-name.ts'

/** Values bound by earlier predicates of the same expression; undefined where nobody reads them. */
export type Bindings = Map<string, string>
export type Scope = Bindings | undefined

/** What is refused or judged differently by where the expression is used. */
export type PredicateUse = 'permission' | 'condition' | 'type-resolver'

/** One thing that can be read from an exchange; undefined when it is not there. */
export type Attribute = {
  read(exchange: Exchange, scope: Scope): unknown
  needs?: 'response' | 'body'
  /** The name of the binding it reads. */
  binding?: string
  /** Its value must not be shown. */
  isSecret?: boolean
}

/** In a permission a HEAD request is judged as a GET. */
function judgedMethod({ method }: Exchange, use: PredicateUse): string {
  return use === 'permission' && method === 'HEAD' ? 'GET' : method
}

const path: Attribute = { read: exchange => exchange.path }
const status: Attribute = { read: exchange => exchange.response?.statusCode, needs: 'response' }
const methodIn = (use: PredicateUse): Attribute => ({ read: exchange => judgedMethod(exchange, use) })

const plain = new Map<string, Attribute | ((use: PredicateUse) => Attribute)>([
  ['u', { read: (exchange: Exchange) => exchange.user }],
  ['R', path],
  ['RELATIVE_PATH', path],
  ['U', { read: (exchange: Exchange) => exchange.url() }],
  ['m', methodIn],
  ['METHOD', methodIn],
  ['q', { read: (exchange: Exchange) => exchange.queryString }],
  ['a', { read: (exchange: Exchange) => exchange.remoteAddress }],
  ['H', { read: (exchange: Exchange) => exchange.protocol }],
  ['s', status],
  ['RESPONSE_CODE', status],
  ['SECURE', { read: (exchange: Exchange) => exchange.isSecure }],
])

/** The attributes that take a name, such as `%{i,Accept}`. */
const named = new Map<string, (name: string) => Attribute>([
  ['i', (name: string) => ({ read: (exchange: Exchange) => exchange.header(name), isSecret: isSecretName(name) })],
  [
    'o',
    (name: string) => ({
      read: (exchange: Exchange) => exchange.response?.header(name),
      needs: 'response' as const,
      isSecret: isSecretName(name),
    }),
  ],
  [
    'q',
    (name: string) => ({
      read: (exchange: Exchange) => oneValue(exchange.query.getAll(name)),
      isSecret: isSecretName(name),
    }),
  ],
  ['p', bindingOf],
  ['req-cookie', (name: string) => ({ read: (exchange: Exchange) => exchange.cookie?.(name), isSecret: true })],
])

/** The attribute behind `%x` or `%{…}`; undefined when there is none of that name. */
export function findAttribute(content: string, use: PredicateUse): Attribute | undefined {
  const comma = content.indexOf(',')
  if (comma >= 0) {
    const name = content.slice(comma + 1).trim()
    return name === '' ? undefined : named.get(content.slice(0, comma).trim())?.(name)
  }
  const found = plain.get(content)
  return typeof found === 'function' ? found(use) : found
}

/** How each attribute begins in a text: `%u`, `%{METHOD}`, `%{i,`, `@user.` and their like. */
export function attributeNames(): string[] {
  const ofExchange = [...plain.keys()].map(name => (name.length === 1 ? `%${name}` : `%{${name}}`))
  return [...ofExchange, ...[...named.keys()].map(name => `%{${name},`), '${', '@user.', '@request.body.']
}

/** `. Did you mean "METHOD"?`, for one of the long names. */
export function suggestAttribute(content: string): string {
  return content.length > 2 ? didYouMean(content, plain.keys()) : '.'
}

export function bindingOf(name: string): Attribute {
  return { read: (_exchange, scope) => scope?.get(name), binding: name }
}

/** `@user.<path>` */
export function userPropertyOf(propertyPath: string): Attribute {
  const isSecret = isSecretName(propertyPath)
  if (propertyPath === '_id') return { read: exchange => exchange.user }
  const names = propertyPath.split('.')
  return { read: exchange => valueAt(exchange.userDocument, names), isSecret }
}

/** `@request.body.<path>` */
export function bodyFieldOf(fieldPath: string): Attribute {
  const names = fieldPath.split('.')
  return {
    read: exchange => valueAt(exchange.requestBody?.(), names),
    isSecret: isSecretName(fieldPath),
    needs: 'body',
  }
}
