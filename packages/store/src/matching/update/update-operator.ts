import type { Document } from '../../port.ts'

export type DocumentChange = (document: Document, context: { now: Date; isInsert: boolean }) => void

/** Makes the change of one operator at one path. @throws InvalidQueryError for a malformed argument */
export type UpdateOperator = (path: string, argument: unknown) => DocumentChange
