export { createChangeLog } from './create-change-log.ts'
export { createLiveTable, type LiveTable, type TableChange } from './live-table.ts'
export type { Abandon, ChangeLog, Follower, Recorded } from './port.ts'
export type { ChangeLogOptions, ChangeLogWarning } from './settings.ts'
