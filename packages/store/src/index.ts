export {
  DuplicateKeyError,
  InvalidQueryError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
} from './errors.ts'
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
