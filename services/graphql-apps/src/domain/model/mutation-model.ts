import type { FilterTemplate } from './filter-template.ts'
import type { Hole } from './hole.ts'

/** What the type of a field makes of a write (docs/reference/mappings.md#mutations). */
export type ReturnKind =
  /** The document after the write; before it, for a delete. */
  | 'document'
  | 'documents'
  /** How many documents were inserted, matched or deleted. */
  | 'count'
  /** Whether there was at least one. */
  | 'any'
  | 'id'

/** A field of the type `Mutation`: one write, checked at save. */
export type MutationMapping = {
  /** `Mutation.field` */
  name: string
  db: string
  collection: string
  write: WriteTemplate
  returns: ReturnKind
}

/** A filter without clauses was written as `{}`; one that comes to nothing by absent arguments is refused when it runs. */
type DocumentSelection = { filter: FilterTemplate; mustMatch: boolean }
/** Paths that no argument may write. */
type ProtectedPaths = { readOnly: readonly string[] }
type UpsertChoice = { upsert: boolean }
type AffectedLimit = { maxAffected: number | undefined }

export type WriteTemplate =
  | ({ method: 'insertOne'; document: ValueTemplate } & ProtectedPaths)
  | ({ method: 'insertMany'; documents: ValueTemplate } & ProtectedPaths)
  | ({ method: 'updateOne'; update: UpdateTemplate } & DocumentSelection & ProtectedPaths & UpsertChoice)
  | ({ method: 'updateMany'; update: UpdateTemplate } & DocumentSelection &
      ProtectedPaths &
      UpsertChoice &
      AffectedLimit)
  | ({ method: 'replaceOne'; replacement: ValueTemplate } & DocumentSelection & ProtectedPaths & UpsertChoice)
  | ({ method: 'deleteOne' } & DocumentSelection)
  | ({ method: 'deleteMany' } & DocumentSelection & AffectedLimit)

/** An update whose operators and paths are all from the mapping, but for the keys of a patch. */
export type UpdateTemplate = readonly ChangeTemplate[]

export type ChangeTemplate =
  /** An object from outside: each of its keys is a field that is set. */
  | { kind: 'patch'; operator: '$set' | '$setOnInsert'; hole: Hole }
  | { kind: 'change'; operator: string; path: string; operand: OperandTemplate }

export type OperandTemplate =
  | { kind: 'value'; rule: OperandRule; value: ValueTemplate }
  /** Several elements for `$push` and `$addToSet`, with what stands beside `$each`. */
  | { kind: 'each'; each: ValueTemplate; modifiers: readonly Modifier[] }
  /** Elements equal to the value; an object there would be a query. */
  | { kind: 'equal'; hole: Hole }
  /** Elements that are documents and match. */
  | { kind: 'matching'; filter: FilterTemplate }

export type OperandRule = 'any' | 'number' | 'whole' | 'end'
export type Modifier = { name: string; rule: OperandRule; value: ValueTemplate }

/** A value to be stored, compiled at save: its field names are from the mapping, holes stand where values stand. */
export type ValueTemplate =
  | { kind: 'fixed'; value: unknown }
  | { kind: 'hole'; hole: Hole }
  | { kind: 'object'; fields: readonly (readonly [string, ValueTemplate])[] }
  | { kind: 'list'; items: readonly ValueTemplate[] }
