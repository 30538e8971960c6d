import { type DocumentNode, type OperationTypeNode, parse } from 'graphql'

const MAX_TOKENS = 10_000

/** The kinds of operations in a document; or why it can not be read, and where. */
export type GraphqlReading =
  | { kind: 'document'; operations: ReadonlySet<`${OperationTypeNode}`> }
  | { kind: 'unreadable'; message: string }

/** Reads which kinds of operations a document has. What it asks for is for the app to judge. */
export function readOperations(text: string): GraphqlReading {
  try {
    return { kind: 'document', operations: operationsIn(parse(text, { maxTokens: MAX_TOKENS, noLocation: true })) }
  } catch (error) {
    return { kind: 'unreadable', message: error instanceof Error ? error.message : 'It is no GraphQL document.' }
  }
}

const operationsIn = ({ definitions }: DocumentNode): ReadonlySet<`${OperationTypeNode}`> =>
  new Set(definitions.flatMap(one => (one.kind === 'OperationDefinition' ? [one.operation] : [])))
