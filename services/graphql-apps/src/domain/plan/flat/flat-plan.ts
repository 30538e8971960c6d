import type { FindMapping } from '../../model/app-model.ts'
import type { CollectionRuling } from '../../rulings.ts'
import type { FieldPlan } from '../plan-operation.ts'

/** A plan that copies its answer out of stored bytes. It is used by many requests, and holds nothing of one. */
export type FlatPlan = {
  roots: readonly FlatRoot[]
  /** By their number. A join comes behind the one that it stands in. */
  joins: readonly FlatJoin[]
  /** Requests that go the general way before this plan is tried again. */
  rest: number
}

/** A field of the answer's root. `head`: its name as JSON with the comma in front. */
export type FlatRoot = { head: Buffer; source: { text: Buffer } | FlatQuery }

/** A query of the plan, whose documents have one form. */
export type FlatQuery = {
  field: FieldPlan
  mapping: FindMapping
  isNonNull: boolean
  object: FlatObject
  /** Whether it asks the same of each request. */
  isConstant: boolean
  /** What it asks, once that is known to be the same for all to whom this ruling applies. */
  kept: { ruling: CollectionRuling; command: FlatCommand } | undefined
}

type StoredFilter = Readonly<Record<string, unknown>>

/**
 * What a query asks of the store. `filter`: its own part, to which a join adds the values that it is about; nothing is
 * asked without one. `request`: the whole, as a field of the root asks it.
 */
export type FlatCommand = {
  filter: StoredFilter | undefined
  readFilter: StoredFilter | undefined
  request: Pick<FindMapping, 'db' | 'collection'> & {
    filter: StoredFilter
    sort: Readonly<Record<string, 1 | -1>> | undefined
    skip: number
    limit: number
    projection: Readonly<Record<string, 0 | 1>> | undefined
  }
}

/** A field that finds the documents of which one property equals a value of the parent. */
export type FlatJoin = FlatQuery & {
  /** Joins on the way to it, itself among them. */
  level: number
  /** The property, as the store names it. */
  property: string
  /** Values that share a query, with the place of the property in what was found; undefined where each has a query of its own. */
  shared: { most: number; place: FlatPlace } | undefined
}

/** A stored property: the slot of its first name, then the names below that. */
export type FlatPlace = { slot: number; below: readonly Buffer[] | undefined }

/** What is copied of a document, or of an object inside one. */
export type FlatObject = {
  /** Names that are looked for, by slot. */
  names: readonly Buffer[]
  /** Which slot was met last time behind each slot; at the beginning what was met first. */
  guesses: Uint16Array
  /** Cells for the walk through an object that stands inside a document. */
  cells: Int32Array
  fields: readonly FlatField[]
  /** The fields that are joins, or have joins inside. */
  asking: readonly FlatField[]
}

/** A field of the answer: its name as JSON with what stands in front, and where its value is. */
export type FlatField = { head: Buffer; place: FlatPlace; isNonNull: boolean; value: FlatValue }

export type FlatValue =
  | { kind: 'constant'; text: Buffer }
  | FlatLeaf
  | { kind: 'object'; object: FlatObject }
  | { kind: 'list'; item: FlatValue; isItemNonNull: boolean }
  | { kind: 'join'; number: number; isList: boolean }

/**
 * `ways`: how stored values are copied, without being decoded, by their types. `write` gives any other value as JSON has
 * it, or nothing for one that the type does not stand for.
 */
export type FlatLeaf = { kind: 'leaf'; ways: Uint8Array; write: (value: unknown) => unknown }
