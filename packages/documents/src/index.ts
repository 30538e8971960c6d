export { formatDocument, type JsonMode } from './json/format-document.ts'
export { type ParsedJson, parseDocumentJson } from './json/parse-document.ts'
