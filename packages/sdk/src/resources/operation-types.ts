import type { operations } from '../api.ts'
import type { CallOptions } from '../http/call.ts'

type OperationId = keyof operations

/** The JSON body that an operation takes. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The JSON that an operation answers with. */
export type AnswerOf<Id extends OperationId, Status extends number = 200> = operations[Id]['responses'] extends {
  [Name in Status]: { content: { 'application/json': infer Json } }
}
  ? Json
  : never

/** The query parameters that a list takes, but for those of its pages, with what may be said to every call. */
export type ListOptions<Id extends OperationId> = CallOptions & Omit<QueryOf<Id>, 'page' | 'cursor'>

type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

/** The parameters that stand in the path of an operation. */
export type PathOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['path']>
