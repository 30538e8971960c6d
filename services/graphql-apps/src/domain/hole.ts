import type { GraphQLInputType } from 'graphql'
import type { PropertyPath } from './property-path.ts'

/** A place in a mapping that takes the value of an argument of the field. */
export type ArgumentHole = {
  kind: 'arg'
  /** The argument, then the way into its value. */
  path: PropertyPath
  /** Undefined inside a BsonDocument, where any value may come. */
  type: GraphQLInputType | undefined
  default: { value: unknown } | undefined
}

/** A place in a mapping that takes a value of the parent document. */
export type ParentHole = { kind: 'fk'; path: PropertyPath }

export type Hole = ArgumentHole | ParentHole
