import { mergeDescriptions, type OpenApiDocument, type OpenApiObject } from '@sluice/service-kit'
import { errorsOfAccess } from '../domain/access-errors.ts'
import { type Access, type GatewayTiering, routeTarget } from '../domain/route-target.ts'

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'User name and password.' },
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'slk_…', description: 'An API key.' },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'sls_…', description: 'A token of POST /token.' },
}

const BASIC: OpenApiObject = { basic: [] }
const API_KEY: OpenApiObject = { apiKey: [] }
const SESSION: OpenApiObject = { session: [] }
const ANY_SIGN_IN = [BASIC, API_KEY, SESSION]
const PERSON = [BASIC, SESSION]

/** Ways to sign in where not every way will do. */
const byOperation: Readonly<Record<string, readonly OpenApiObject[]>> = {
  'POST /token': PERSON,
  'DELETE /token': [SESSION],
}
const byAccess: Readonly<Record<Access, readonly OpenApiObject[] | undefined>> = {
  open: [],
  anybody: [],
  'signed-in': undefined,
  keys: PERSON,
  acl: undefined,
}
/** What keys can't do, whatever a permission says: a key does not manage keys. */
const BY_PEOPLE = /^\/admin\/keys(\/|$)/

type DescribedGateway = { info: OpenApiDocument['info']; tiering: GatewayTiering }

/** The description of everything that is reached through this gateway, with its own errors and ways to sign in. */
export function describeGateway(
  documents: readonly OpenApiDocument[],
  { info, tiering }: DescribedGateway,
): OpenApiDocument {
  return mergeDescriptions(documents, {
    info,
    securitySchemes,
    security: ANY_SIGN_IN,
    gatewayPart(method, path, operation) {
      const { access } = routeTarget(path.split('/').slice(1), tiering)
      const security = byOperation[`${method} ${path}`] ?? (BY_PEOPLE.test(path) ? PERSON : byAccess[access])
      const errors = errorsOfAccess(access, { hasBody: 'requestBody' in operation })
      return security ? { errors, security } : { errors }
    },
  })
}
