import type { NameResolver, ResolveAll } from '../names/name-resolver.ts'

/** Names that are found in this way, and never have to wait. */
export const namesBy = (resolve: ResolveAll): NameResolver => ({
  resolve,
  mayAsk: () => true,
  turn: async () => true,
})
