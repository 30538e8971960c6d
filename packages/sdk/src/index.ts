export { type CollectionTypes, createSluice, type SluiceClient, type SluiceTypes } from './client.ts'
export type {
  ChangeOptions,
  DocumentOptions,
  DocumentUpdate,
  InsertOptions,
  VersionedDocument,
} from './documents/change-document.ts'
export type {
  AggregateOptions,
  AggregationTypes,
  CollectionIndex,
  CollectionIndexSettings,
  DeleteManyResult,
  InsertManyResult,
  PatchManyResult,
  SluiceCollection,
  SluiceCollectionChanges,
  SluiceCollectionProperties,
} from './documents/collection.ts'
export type { IdType } from './documents/document-path.ts'
export type {
  DocumentFilter,
  DocumentKeys,
  DocumentPatch,
  DocumentSort,
  NewDocument,
  StoredDocument,
  WireId,
  WireInstant,
  WireObjectId,
} from './documents/document-types.ts'
export type { FindDocumentsOptions, StableFindDocumentsOptions } from './documents/find-documents.ts'
export { newObjectId, toBigInt, toDate, toObjectId, toWireDate } from './documents/wire-values.ts'
export {
  type CallOutcome,
  isSluiceError,
  NotSupportedError,
  SluiceConnectionError,
  SluiceError,
  type SluiceErrorCode,
  type SluiceErrorEntry,
  SluiceTimeoutError,
  SluiceUsageError,
} from './errors.ts'
export {
  type GraphqlApp,
  GraphqlError,
  type GraphqlFault,
  type GraphqlOptions,
  type GraphqlResponse,
} from './graphql/graphql.ts'
export type { DocumentReference, DocumentTypes, GraphqlDocument } from './graphql/typed-document.ts'
export type { CallOptions } from './http/call.ts'
export { unwrap, unwrapWhole } from './http/raw.ts'
export type { RawClient, RawRequestAnswer, RawRequestOptions, ResponseHead } from './http/raw-types.ts'
export type { CallAttemptReport } from './http/transport.ts'
export type { SluiceOptions, SluiceSignIn } from './options.ts'
export type { ItemPage, PagePosition, Pages } from './pages.ts'
export type { ExchangeLine } from './resources/events.ts'
export type { SluicePermission, SluiceUser } from './resources/people.ts'
export type { ListenerDelivery, WebhookLogEntry } from './resources/webhooks.ts'
export type { TailOptions, TailUpdate } from './tail-types.ts'
export { VERSION } from './version.ts'
