export type { Exchange } from './exchange.ts'
export type { Explanation } from './explain.ts'
export { likelyRequests } from './likely-requests.ts'
export {
  explainPredicate,
  type ParseResult,
  type Predicate,
  parsePredicate,
  pathPrefixes,
  pathsRead,
  printPredicate,
  readsRequestBody,
  testPredicate,
  testValue,
} from './predicate.ts'
export { indexPredicates, type PredicateIndex } from './predicate-index.ts'
