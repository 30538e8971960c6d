import type { FieldError } from '@sluice/contracts'
import {
  type ASTNode,
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  validateSchema,
  visit,
} from 'graphql'
import { validateSDL } from 'graphql/validation/validate.js'
import { bindScalars, describeScalars, isKnownScalar, scalarNames } from '../values/scalars.ts'
import { bindDefaults } from './bind-defaults.ts'
import { type PartialSchema, partialSchema } from './partial-schema.ts'
import { readDefinitions } from './read-definitions.ts'

export type SdlResult =
  | { kind: 'schema'; schema: GraphQLSchema; root: GraphQLObjectType }
  | { kind: 'faulty'; faults: readonly FieldError[]; partial?: PartialSchema | undefined }

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
  try {
    return readDocument(text, withKnownScalars(parse(text, { maxTokens: MAX_SDL_TOKENS })))
  } catch (error) {
    if (error instanceof GraphQLError) return readInParts(text, error)
    throw error
  }
}

/** Each definition that can't be read is a fault, and so is what is wrong with the others. */
function readInParts(text: string, first: GraphQLError): SdlResult {
  const { errors, document, unreadable } = readDefinitions(text, first, MAX_SDL_TOKENS)
  const faults = errors.map(toFault)
  if (!document) return { kind: 'faulty', faults }
  const readable = withKnownScalars(document)
  const refused = [...readable.definitions.flatMap(refusedDefinition), ...refusedVisibility(readable)]
  return { kind: 'faulty', faults: [...faults, ...refused], partial: partialSchema(readable, unreadable) }
}

function readDocument(text: string, document: DocumentNode): SdlResult {
  const visible = refusedVisibility(document)
  const invalid = validateSDL(document).filter(({ nodes = [] }) => visible.length === 0 || !nodes.some(isVisibility))
  const faults = [...document.definitions.flatMap(refusedDefinition), ...visible, ...invalid.map(toFault)]
  if (faults.length > 0) {
    return { kind: 'faulty', faults, partial: partialSchema(document, document.definitions.flatMap(foreignScalar)) }
  }
  const checked = buildASTSchema(document, { assumeValidSDL: true })
  const typeFaults = [...validateSchema(checked).map(toFault), ...refusedRoots(checked), ...wrongDefaults(checked)]
  if (typeFaults.length > 0) return { kind: 'faulty', faults: typeFaults, partial: partialSchema(document, []) }
  return withoutPlaces(text)
}

const foreignScalar = (node: DefinitionNode): string[] =>
  node.kind === Kind.SCALAR_TYPE_DEFINITION && !isKnownScalar(node.name.value) ? [node.name.value] : []

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

const isVisibility = (node: ASTNode): boolean => node.kind === Kind.DIRECTIVE && node.name.value === 'visible'

/**
 * Who sees what is said by permissions, in one place. A directive beside them would say it a second time, and be passed by
 * whoever reads the collection itself.
 */
function refusedVisibility(document: DocumentNode): FieldError[] {
  const faults: FieldError[] = []
  visit(document, {
    Directive(node) {
      if (isVisibility(node)) faults.push(faultAt(node, VISIBLE))
    },
  })
  return faults
}

const VISIBLE =
  '@visible is not known here. Take it out, set descriptor.access to "collections", and hide the field from the other roles by "projectResponse" in their permission for the collection; what only some roles may ask at all goes into an app of its own.'

function refusedRoots(schema: GraphQLSchema): FieldError[] {
  const refused: FieldError[] = []
  const mutation = schema.getMutationType()
  const subscription = schema.getSubscriptionType()
  if (mutation) refused.push(...misplacedMutations(mutation, schema))
  if (subscription) {
    refused.push(
      faultAt(subscription.astNode, `Subscriptions are not supported: remove the type ${subscription.name}.`),
    )
  }
  return refused
}

/** A field of the type of the mutations would let a query write. */
function misplacedMutations(mutation: GraphQLObjectType, schema: GraphQLSchema): FieldError[] {
  const own = schema.getQueryType() === mutation ? [`${mutation.name} can not be the type of queries as well.`] : []
  const types = Object.values(schema.getTypeMap()).filter(type => isObjectType(type) || isInterfaceType(type))
  const fields = types.flatMap(type => Object.values(type.getFields()).map(field => ({ type, field })))
  return [
    ...own.map(message => faultAt(mutation.astNode, message)),
    ...fields
      .filter(({ field }) => getNamedType(field.type) === mutation)
      .map(({ type, field }) =>
        faultAt(
          field.astNode,
          `The field ${type.name}.${field.name} can not give ${mutation.name}: only a mutation runs it.`,
        ),
      ),
    ...Object.values(schema.getTypeMap())
      .filter(type => isUnionType(type) && type.getTypes().includes(mutation))
      .map(type => faultAt(type.astNode, `The union ${type.name} can not hold ${mutation.name}.`)),
    ...mutation
      .getInterfaces()
      .map(each => faultAt(mutation.astNode, `${mutation.name} can not implement ${each.name}.`)),
  ]
}

function faultAt(node: ASTNode | null | undefined, message: string): FieldError {
  return toFault(new GraphQLError(message, { nodes: node ?? null }))
}
