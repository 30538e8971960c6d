import {
  type DocumentNode,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { isStackOverflow } from '../compile/parse-sdl.ts'
import type { CompiledApp } from '../model/app-model.ts'
import type { CompiledPlan } from './compile-writer.ts'
import { checkLimits, limitExceeded } from './document-limits.ts'
import { conditionVariables } from './plan-operation.ts'

/** A query text that was parsed and validated against one version of an app. Errors carry their code. */
export type PreparedDocument =
  | {
      kind: 'ready'
      document: DocumentNode
      /** Names of the variables that decide what is selected. */
      conditions: readonly string[]
      /** The plans by operation and the values of `conditions`; whoever fills it bounds it. */
      plans: Map<string, CompiledPlan>
      /** The plans of queries that declare no variables, by the name that a request gives of its operation; bounded alike. */
      unvaried: Map<string, CompiledPlan>
    }
  | { kind: 'failed'; errors: readonly GraphQLError[] }

const MAX_ERRORS = 20

/** Parses, weighs and validates; the cheap refusals first. */
export function prepareDocument(app: CompiledApp, text: string): PreparedDocument {
  let document: DocumentNode
  try {
    document = parse(text, { maxTokens: app.limits.maxTokens })
  } catch (error) {
    if (error instanceof GraphQLError) return failed([parseError(error, app)])
    if (isStackOverflow(error)) return failed([limitExceeded('The query is nested too deep to be read.')])
    throw error
  }
  const heavy = checkLimits(document, app.limits)
  if (heavy.length > 0) return failed(heavy)
  const rules = app.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  const invalid = validate(app.schema, document, rules, { maxErrors: MAX_ERRORS })
  if (invalid.length > 0) return failed(invalid.map(validationError))
  dropTokens(document)
  return { kind: 'ready', document, conditions: conditionVariables(document), plans: new Map(), unvaried: new Map() }
}

/** Errors need the places of nodes, and nobody the tokens, which take more memory than all the rest. */
function dropTokens(document: DocumentNode): void {
  visit(document, {
    enter(node) {
      if (node.loc) Object.assign(node, { loc: { start: node.loc.start, end: node.loc.end, source: node.loc.source } })
    },
  })
}

const failed = (errors: readonly GraphQLError[]): PreparedDocument => ({ kind: 'failed', errors })

function parseError(error: GraphQLError, { limits }: CompiledApp): GraphQLError {
  if (error.message.includes('tokens')) return limitExceeded(`The query has more than ${limits.maxTokens} tokens.`)
  return withCode(error, 'GRAPHQL_PARSE_FAILED')
}

function validationError(error: GraphQLError): GraphQLError {
  const isIntrospection = error.message.startsWith('GraphQL introspection has been disabled')
  if (!isIntrospection) return withCode(error, 'GRAPHQL_VALIDATION_FAILED')
  const { nodes } = error
  return new GraphQLError('Introspection is switched off for this app.', {
    nodes,
    extensions: { code: 'INTROSPECTION_DISABLED' },
  })
}

const withCode = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    extensions: { code },
  })
