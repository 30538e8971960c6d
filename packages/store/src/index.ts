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
  FindAndModifyOptions,
  FindOptions,
  IndexDescription,
  IndexOptions,
  Namespace,
  Sort,
  Store,
  StoreTransaction,
  UpdateResult,
  WriteOperation,
} from './port.ts'
