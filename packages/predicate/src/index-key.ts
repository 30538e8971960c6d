/**
 * The place in which a path may lie. In a template `undefined` stands for any one segment; `hasRest`: at it or below.
 */
export type IndexPlace =
  | { kind: 'anywhere' }
  | { kind: 'path'; path: string }
  | { kind: 'template'; segments: readonly (string | undefined)[]; hasRest: boolean }
  | { kind: 'suffix'; text: string }

/** Under what something is filed in an index; without methods it goes for all of them. */
export type IndexKey = { place: IndexPlace; methods?: ReadonlySet<string> }
