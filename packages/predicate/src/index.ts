export type { PredicateExplanation } from './evaluate/explain.ts'
export type { Exchange } from './exchange/exchange.ts'
export { exchangeOf, headersOf } from './exchange/exchange-of.ts'
export { oneValue, SEVERAL } from './exchange/one-value.ts'
export { isBsonValue, isStoredObject, type StoredObject, valueAt } from './exchange/stored-value.ts'
export { likelyRequests } from './index/likely-requests.ts'
export { indexPredicates, type PredicateIndex } from './index/predicate-index.ts'
export { didYouMean } from './language/suggest.ts'
export {
  explainPredicate,
  foreseePredicate,
  hearsOccurrences,
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
export { OCCURRENCE_NAMES, type OccurrenceName } from './predicates/occurrence.ts'
export { isSecretName, mayBeginSecretName, mayNameSecret } from './secret-name.ts'
