import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql'
import type { AppLimits } from '../model/app-model.ts'
import { MAX_MERGE_WORK, mergeWork } from './merge-work.ts'

/** Fields after fragments are put in place; bounds what a small text can ask for by fragments inside fragments. */
const MAX_FIELDS = 5000

type Weight = { depth: number; aliases: number; fields: number }

export const limitExceeded = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'LIMIT_EXCEEDED' } })

/** Checks a parsed document against the limits of its app. Introspection has a depth rule of its own. */
export function checkLimits(document: DocumentNode, limits: AppLimits): GraphQLError[] {
  const weigh = createWeigher(document)
  const errors: GraphQLError[] = []
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const { depth, aliases, fields } = weigh(definition.selectionSet)
    if (depth > limits.maxDepth) errors.push(tooMany(`nested ${depth} levels deep`, limits.maxDepth))
    if (aliases > limits.maxAliases) errors.push(tooMany(`of ${aliases} aliases`, limits.maxAliases))
    if (fields > MAX_FIELDS) errors.push(tooMany(`of ${fields} fields`, MAX_FIELDS))
  }
  if (errors.length === 0 && mergeWork(document) > MAX_MERGE_WORK) {
    errors.push(limitExceeded('The query names the same fields too often. Name each once per selection.'))
  }
  return errors
}

const tooMany = (what: string, most: number) => limitExceeded(`The query is ${what}; the most here is ${most}.`)

/** Each fragment is weighed once, so that fragments inside fragments cost nothing. */
function createWeigher(document: DocumentNode): (set: SelectionSetNode) => Weight {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const known = new Map<string, Weight>()

  function weighFragment(name: string): Weight {
    const before = known.get(name)
    if (before) return before
    // A fragment that holds itself is refused by the validation; here it must only come to an end.
    known.set(name, { depth: 0, aliases: 0, fields: 0 })
    const fragment = fragments.get(name)
    const weight = fragment ? weigh(fragment.selectionSet) : { depth: 0, aliases: 0, fields: 0 }
    known.set(name, weight)
    return weight
  }

  function weigh(set: SelectionSetNode): Weight {
    const total: Weight = { depth: 0, aliases: 0, fields: 0 }
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const inner = selection.selectionSet ? weigh(selection.selectionSet) : undefined
        const isIntrospection = selection.name.value.startsWith('__')
        add(total, inner)
        total.depth = Math.max(total.depth, isIntrospection ? 0 : 1 + (inner?.depth ?? 0))
        total.aliases += selection.alias ? 1 : 0
        total.fields += 1
      } else {
        const inner =
          selection.kind === Kind.FRAGMENT_SPREAD ? weighFragment(selection.name.value) : weigh(selection.selectionSet)
        add(total, inner)
        total.depth = Math.max(total.depth, inner.depth)
      }
    }
    return total
  }
  return weigh
}

function add(total: Weight, inner: Weight | undefined): void {
  total.aliases += inner?.aliases ?? 0
  total.fields += inner?.fields ?? 0
}
