export { bindVariables, fillVariables, findStagesFault } from './aggregation/bind-variables.ts'
export { guardStages, type PipelineGuard } from './aggregation/guard-stages.ts'
export { variablesIn } from './aggregation/variable.ts'
export { decodeDocument, encodeDocument } from './decode-document.ts'
export { findNameFault, formatPathId, type IdNaming, readPathId } from './document-id.ts'
export {
  type EtagCondition,
  etagFilter,
  etagVariant,
  formatEtag,
  isSameEtag,
  namesVersion,
  newEtag,
  readEtagCondition,
} from './etag.ts'
export { isDocument } from './json/bson-value.ts'
export { formatDocument, type JsonMode } from './json/format-document.ts'
export {
  type BsonInput,
  type JsonOutput,
  lengthOf,
  openOutput,
  repeatBytes,
  writeAscii,
  writeByte,
  writeBytes,
  writeHex,
  writeInteger,
  writeString,
} from './json/json-output.ts'
export { parseDocumentJson } from './json/parse-document.ts'
export { readRawEtag, transcodeDocument, transcodeDocuments, transcodeVersion } from './json/transcode-documents.ts'
export {
  type CollectionTiering,
  checkNewCollection,
  checkNewDatabase,
  isInternalCollection,
  isManagedCollection,
  isOwnDatabase,
  protectedFields,
  RESERVED_NAMES,
  servedPathOf,
} from './names.ts'
export { findIdFault } from './possible-id.ts'
export { checkFilter } from './query/check-filter.ts'
export { type ListQuery, readListQuery } from './query/list-query.ts'
export { readPage } from './query/page.ts'
export { parseFilter, parseProjection } from './query/parse-query.ts'
export { type FieldProjection, planProjection } from './rules/projection-plan.ts'
export { allOf, applyReadRules, applyWriteRules, couldRead, readRules } from './rules/read-rules.ts'
export { isHidden, reachesHidden, type Visibility, visibilityOf } from './rules/visibility.ts'
export { withinField } from './rules/within-field.ts'
export type { DocumentSchema } from './schema/compile-schema.ts'
export { propertiesOf, readUser } from './user-properties.ts'
export { checkNewId, readNewDocument } from './writes/check-document.ts'
export { checkSameId } from './writes/check-same-id.ts'
export { findOtherFixedId, mergeIntoDocument, mergeIntoUpdate } from './writes/merge-request.ts'
export { readUpdate } from './writes/read-update.ts'
export { readWriteMode, type WriteMode } from './writes/write-mode.ts'
