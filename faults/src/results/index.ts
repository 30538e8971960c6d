export { readCommit } from './read-commit.ts'
export type { RunRecord } from './run-record.ts'
export { keepRunRecord, readRunRecords } from './run-record-files.ts'
export { toRunRecord } from './to-run-record.ts'
