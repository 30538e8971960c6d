export type { Explanation } from './evaluate/explain.ts'
export type { Exchange } from './exchange.ts'
export { likelyRequests } from './index/likely-requests.ts'
export { indexPredicates, type PredicateIndex } from './index/predicate-index.ts'
export { didYouMean } from './language/suggest.ts'
export { type OneValue, oneValue, SEVERAL } from './one-value.ts'
export {
  explainPredicate,
  type ParseResult,
  type Predicate,
  parsePredicate,
  pathPrefixes,
  pathsRead,
  predicateReach,
  printPredicate,
  readsRequestBody,
  testPredicate,
  testValue,
} from './predicate.ts'
export { isSecretName, mayNameSecret } from './secret-name.ts'
