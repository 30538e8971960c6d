import type { FieldError } from '@sluice/contracts'
import type { TrustedOperation } from '../../domain/trusted-operations.ts'
import type { ToolApp } from '../../listing/live-tool-apps.ts'
import { IS_DATA, jsonObject, refuseArguments, schemaOf, type Tool, type ToolCall } from '../tool.ts'
import { graphqlTarget } from './app-argument.ts'
import { graphqlOutput, runGraphql } from './run-graphql.ts'

const outputSchema = schemaOf(graphqlOutput)

/** An operation that the owner of an app has registered with it, as a tool. */
export function operationTool(app: ToolApp, operation: TrustedOperation): Tool {
  const { tool, kind, description, variables, required, documentId } = operation
  return {
    name: tool,
    group: kind === 'mutation' ? 'document' : 'graphql',
    description: kind === 'mutation' ? description : `${description} (${IS_DATA})`,
    hints: kind === 'mutation' ? { destructive: true } : { readOnly: true },
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { ...variables },
      ...(required.length > 0 && { required: [...required] }),
    },
    outputSchema,
    offer: view => ({ isOffered: view.apps(tool).some(({ uri }) => uri === app.uri) }),
    async call(args, call) {
      const given = jsonObject.safeParse(args ?? {})
      if (!given.success) return refuseArguments([{ path: '', message: 'The arguments are an object.' }], call)
      const faults = faultsOf(given.data, operation)
      return faults.length > 0 ? refuseArguments(faults, call) : run(given.data, call)
    },
  }

  function run(given: Record<string, unknown>, call: ToolCall) {
    return runGraphql(graphqlTarget(app), { documentId, variables: given }, call)
  }
}

/** Which arguments are unknown or missing. What they hold is for the app to judge. */
function faultsOf(
  given: Readonly<Record<string, unknown>>,
  { variables, required }: Pick<TrustedOperation, 'variables' | 'required'>,
): FieldError[] {
  const unknown = Object.keys(given).filter(name => !Object.hasOwn(variables, name))
  const missing = required.filter(name => given[name] === undefined)
  return [
    ...unknown.slice(0, 50).map(path => ({ path: path.slice(0, 100), message: 'There is no argument of this name.' })),
    ...missing.map(path => ({ path, message: 'It is missing.' })),
  ]
}
