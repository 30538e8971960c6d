import type { PredicateUse } from './attributes.ts'
import type { Definition } from './definition.ts'
import { ipMatch } from './predicates/address.ts'
import { bodyBlacklist, bodyContains, bodyWhitelist } from './predicates/body-keys.ts'
import { requestLargerThan, requestSmallerThan } from './predicates/body-size.ts'
import { bodyArrayContains, bodyArrayIsSubset, bodyPropEquals } from './predicates/body-values.ts'
import { sluice } from './predicates/occurrence.ts'
import { pathTemplate } from './predicates/path-template.ts'
import { path, pathPrefix, pathSuffix } from './predicates/paths.ts'
import { qparamsBlacklist, qparamsContain, qparamsSize, qparamsWhitelist } from './predicates/query.ts'
import { regex } from './predicates/regex.ts'
import { always, authRequired, idempotent, mcpTool, method, never, responseCode, secure } from './predicates/request.ts'
import { fieldEq, fieldExists, valueEq } from './predicates/type-resolver.ts'
import { contains, equals, exists, isIn } from './predicates/values.ts'

/** The predicates on an exchange by their names. */
const onExchanges: ReadonlyMap<string, Definition> = new Map([
  ['path', path],
  ['path-prefix', pathPrefix],
  ['path-suffix', pathSuffix],
  ['path-template', pathTemplate],
  ['method', method],
  ['regex', regex],
  ['equals', equals],
  ['contains', contains],
  ['exists', exists],
  ['in', isIn],
  ['idempotent', idempotent],
  ['secure', secure],
  ['auth-required', authRequired],
  ['mcp-tool', mcpTool],
  ['response-code', responseCode],
  ['sluice', sluice],
  ['qparams-contain', qparamsContain],
  ['qparams-whitelist', qparamsWhitelist],
  ['qparams-blacklist', qparamsBlacklist],
  ['qparams-size', qparamsSize],
  ['ip-match', ipMatch],
  ['max-content-size', requestLargerThan],
  ['request-larger-than', requestLargerThan],
  ['min-content-size', requestSmallerThan],
  ['request-smaller-than', requestSmallerThan],
  ['bson-request-contains', bodyContains],
  ['bson-request-whitelist', bodyWhitelist],
  ['bson-request-blacklist', bodyBlacklist],
  ['bson-request-prop-equals', bodyPropEquals],
  ['bson-request-array-contains', bodyArrayContains],
  ['bson-request-array-is-subset', bodyArrayIsSubset],
  ['true', always],
  ['false', never],
])

/** The predicates on a document, by which the type of a GraphQL interface or union is told. */
const onDocuments: ReadonlyMap<string, Definition> = new Map([
  ['field-exists', fieldExists],
  ['field-eq', fieldEq],
  ['value-eq', valueEq],
  ['true', always],
  ['false', never],
])

export function catalogueOf(use: PredicateUse): ReadonlyMap<string, Definition> {
  return use === 'type-resolver' ? onDocuments : onExchanges
}

/** Why a predicate that there is can not stand here; undefined when there is none of that name. */
export function explainMisplaced(name: string): string | undefined {
  if (onDocuments.has(name)) return `${name} looks at a document; it can stand in a type resolver only.`
  return onExchanges.has(name) ? `${name} looks at a request; a type resolver has none.` : undefined
}
