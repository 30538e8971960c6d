export { decode } from './bson-codec.ts'
export { doubleAt, int32At, longAt } from './bson-numbers.ts'
export { bsonValueEnd, MalformedBsonError } from './bson-size.ts'
export { checkDatabaseName } from './database-name.ts'
export {
  DatabaseNameTakenError,
  DuplicateKeyError,
  InvalidQueryError,
  isStoreOutage,
  StoreConflictError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
} from './errors.ts'
export { compileFilter } from './matching/filter/filter.ts'
export { findFilterFaults } from './matching/filter/filter-faults.ts'
export { findPipelineFault } from './matching/pipeline/pipeline-faults.ts'
export { applyUpdate } from './matching/update/apply-update.ts'
export { equalValues } from './matching/values/compare.ts'
export { parseDecimal } from './matching/values/decimal.ts'
export type {
  BulkResult,
  Collection,
  Document,
  FindOptions,
  IndexDescription,
  Namespace,
  Sort,
  Store,
  StoreTransaction,
  WriteOperation,
} from './port.ts'
