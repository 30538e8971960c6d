import type { GraphQLInputType } from 'graphql'
import type { PropertyPath } from '../values/property-path.ts'

/** A place in a mapping that takes the value of an argument of the field. */
export type ArgumentHole = {
  kind: 'arg'
  /** The argument, then the way into its value. */
  path: PropertyPath
  /** Undefined inside a BsonDocument, where any value may come. */
  type: GraphQLInputType | undefined
  default: { value: unknown } | undefined
}

/**
 * A place in a mapping that takes a stored value: of the object that the field's type came from (`$fk`), or of the whole
 * document in which that object stands (`rootDoc`).
 */
export type ParentHole = { kind: 'fk'; of: 'parent' | 'document'; path: PropertyPath }

/** A place in a mapping that takes something of the request: `@user.<path>`, `@roles`, `@now`. */
export type CallerHole = {
  kind: 'caller'
  of: 'user' | 'roles' | 'now'
  path: PropertyPath
  default: { value: unknown } | undefined
}

export type Hole = ArgumentHole | ParentHole | CallerHole

/** What the holes of a request's caller take. `user`: the own properties with `_id`; undefined for anonymous callers. */
export type HoleCaller = {
  user: Record<string, unknown> | undefined
  roles: readonly string[]
  isRoot: boolean
  now: Date
  /** From where the request came to the gateway. */
  clientAddress?: string | undefined
  /** The tool of an assistant that makes the request in the caller's place. */
  tool?: string | undefined
}

/** The variables of a request, coerced. */
export type Variables = Readonly<Record<string, unknown>>
