import { emptyDescription } from './describe-routes.ts'
import { splitResponses, withErrors } from './described-errors.ts'
import type { OpenApiComponents, OpenApiDocument, OpenApiObject } from './openapi-document.ts'
import { shareParts } from './share-parts.ts'

/** What a gateway in front of a service adds to one of its operations. */
type GatewayPart = { errors: readonly string[]; security?: readonly OpenApiObject[] }

type MergeOptions = {
  info: OpenApiDocument['info']
  securitySchemes: OpenApiComponents['securitySchemes']
  security: readonly OpenApiObject[]
  /** @param path as it is described, with parameters in braces */
  gatewayPart(method: string, path: string, operation: OpenApiObject): GatewayPart
}

/** Joins the descriptions of several services, each with what the gateway in front of them adds to its operations. */
export function mergeDescriptions(documents: readonly OpenApiDocument[], options: MergeOptions): OpenApiDocument {
  const merged: OpenApiDocument = { ...emptyDescription(options.info), security: options.security }
  merged.components.securitySchemes = options.securitySchemes
  for (const document of documents) {
    mergeComponents(merged.components, document.components)
    for (const [path, item] of Object.entries(document.paths)) {
      const operations = Object.entries(item).map(([method, operation]): [string, OpenApiObject] => {
        const described = { ...asObject(operation) }
        const part = options.gatewayPart(method.toUpperCase(), path, described)
        return [method, withGatewayPart(described, { part, from: document.components, components: merged.components })]
      })
      merged.paths[path] = { ...merged.paths[path], ...Object.fromEntries(operations) }
    }
  }
  shareParts(merged)
  return merged
}

/** Responses are made anew: what they are called depends on what the gateway adds. */
function mergeComponents(into: OpenApiComponents, { schemas, headers }: OpenApiComponents): void {
  Object.assign(into.schemas, schemas)
  Object.assign(into.headers, headers)
}

type AddedPart = { part: GatewayPart; from: OpenApiComponents; components: OpenApiComponents }

function withGatewayPart(operation: OpenApiObject, { part, from, components }: AddedPart): OpenApiObject {
  const { codes, answers } = splitResponses(asObject(operation.responses), from)
  const security = part.security ? { security: part.security } : {}
  return { ...operation, ...security, responses: withErrors(answers, [...codes, ...part.errors], components) }
}

const asObject = (value: unknown): OpenApiObject => (typeof value === 'object' && value !== null ? { ...value } : {})
