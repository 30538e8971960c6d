import type { Definition } from './definition.ts'
import { ipMatch } from './predicates/address.ts'
import { bodyBlacklist, bodyContains, bodyWhitelist } from './predicates/body-keys.ts'
import { requestLargerThan, requestSmallerThan } from './predicates/body-size.ts'
import { pathTemplate } from './predicates/path-template.ts'
import { path, pathPrefix, pathSuffix } from './predicates/paths.ts'
import { qparamsBlacklist, qparamsContain, qparamsSize, qparamsWhitelist } from './predicates/query.ts'
import { regex } from './predicates/regex.ts'
import { always, idempotent, method, never, responseCode, secure } from './predicates/request.ts'
import { contains, equals, exists, isIn } from './predicates/values.ts'

/** Every predicate of the language by its name. */
export const catalogue: ReadonlyMap<string, Definition> = new Map([
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
  ['response-code', responseCode],
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
  ['true', always],
  ['false', never],
])
