import type { FieldError } from '@sluice/contracts'
import {
  type ASTNode,
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  parse,
  validateSchema,
  visit,
} from 'graphql'
import { validateSDL } from 'graphql/validation/validate.js'
import { bindDefaults } from './bind-defaults.ts'
import { bindScalars, describeScalars, isKnownScalar, scalarNames } from './scalars.ts'

export type SdlResult =
  | { kind: 'schema'; schema: GraphQLSchema; root: GraphQLObjectType }
  | { kind: 'faulty'; faults: readonly FieldError[] }

const MAX_SDL_TOKENS = 50_000
const FIELD = 'schema'

/** Reads the SDL of an app; reports every fault with its line and column, as far as they can be told at once. */
export function parseSdl(text: string): SdlResult {
  try {
    return readSdl(text)
  } catch (error) {
    if (!isStackOverflow(error)) throw error
    return { kind: 'faulty', faults: [{ path: FIELD, message: 'The schema is nested too deep to be read.' }] }
  }
}

/** The parser goes down with the text; some thousand brackets are more than the stack holds. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message.startsWith('Maximum call stack')

function readSdl(text: string): SdlResult {
  let document: DocumentNode
  try {
    document = withKnownScalars(parse(text, { maxTokens: MAX_SDL_TOKENS }))
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'faulty', faults: [toFault(error)] }
    throw error
  }
  const faults = [...document.definitions.flatMap(refusedDefinition), ...validateSDL(document).map(toFault)]
  if (faults.length > 0) return { kind: 'faulty', faults }
  const checked = buildASTSchema(document, { assumeValidSDL: true })
  const typeFaults = [...validateSchema(checked).map(toFault), ...refusedRoots(checked), ...wrongDefaults(checked)]
  if (typeFaults.length > 0) return { kind: 'faulty', faults: typeFaults }
  return withoutPlaces(text)
}

function wrongDefaults(checked: GraphQLSchema): FieldError[] {
  return bindDefaults(bindScalars(checked)).map(({ name, type, astNode }) =>
    faultAt(astNode, `The default of ${name} is no ${String(type)}.`),
  )
}

/** The schema with defaults as they are written, which is how introspection tells them. @param text of an app that was checked */
export const schemaAsWritten = (text: string): GraphQLSchema =>
  describeScalars(
    buildASTSchema(withKnownScalars(parse(text, { noLocation: true })), { assumeValid: true, assumeValidSDL: true }),
  )

/** The schema to serve: the places of the text, which errors need, take more memory than all the rest. */
function withoutPlaces(text: string): SdlResult {
  const document = withKnownScalars(parse(text, { noLocation: true }))
  const schema = bindScalars(buildASTSchema(document, { assumeValid: true, assumeValidSDL: true }))
  const root = schema.getQueryType()
  return root
    ? { kind: 'schema', schema, root }
    : { kind: 'faulty', faults: [{ path: FIELD, message: 'There is no Query type.' }] }
}

function toFault(error: GraphQLError): FieldError {
  const [at] = error.locations ?? []
  if (!at) return { path: FIELD, message: error.message }
  const message = `${error.message} (line ${at.line}, column ${at.column})`
  return { path: FIELD, message, line: at.line, column: at.column }
}

/** Adds the scalars that are used and not declared. */
function withKnownScalars(document: DocumentNode): DocumentNode {
  const used = new Set<string>()
  visit(document, { NamedType: node => void used.add(node.name.value) })
  const declared = new Set(document.definitions.map(nameOf))
  const missing = scalarNames.filter(name => used.has(name) && !declared.has(name))
  const added = missing.map((value): DefinitionNode => {
    return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value } }
  })
  return { ...document, definitions: [...document.definitions, ...added] }
}

const nameOf = (node: DefinitionNode) => ('name' in node ? node.name?.value : undefined)

/** What the mapping language has no form for, refused by its name and place. */
function refusedDefinition(node: DefinitionNode): FieldError[] {
  const name = nameOf(node) ?? ''
  switch (node.kind) {
    case Kind.SCALAR_TYPE_DEFINITION:
      if (isKnownScalar(name)) return []
      return [faultAt(node, `The scalar ${name} is not known. Known are ${scalarNames.join(', ')}.`)]
    case Kind.OPERATION_DEFINITION:
    case Kind.FRAGMENT_DEFINITION:
      return [faultAt(node, 'A schema holds definitions only, no queries.')]
    default:
      return []
  }
}

function refusedRoots(schema: GraphQLSchema): FieldError[] {
  const refused: FieldError[] = []
  const mutation = schema.getMutationType()
  const subscription = schema.getSubscriptionType()
  if (mutation)
    refused.push(faultAt(mutation.astNode, `Mutations are not supported: remove the type ${mutation.name}.`))
  if (subscription) {
    refused.push(
      faultAt(subscription.astNode, `Subscriptions are not supported: remove the type ${subscription.name}.`),
    )
  }
  return refused
}

function faultAt(node: ASTNode | null | undefined, message: string): FieldError {
  return toFault(new GraphQLError(message, { nodes: node ?? null }))
}
