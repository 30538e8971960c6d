export {
  DuplicateKeyError,
  InvalidQueryError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
} from './errors.ts'
export { applyUpdate } from './matching/apply-update.ts'
export { findFilterFaults } from './matching/filter-faults.ts'
export { findPipelineFault } from './matching/pipeline-faults.ts'
export type {
  BulkResult,
  Collection,
  Document,
  IndexDescription,
  Namespace,
  Sort,
  Store,
  StoreTransaction,
  WriteOperation,
} from './port.ts'
