export { createChangeLog } from './create-change-log.ts'
export { createLiveTable, type LiveTable, type TableChange } from './live-table.ts'
export type { ChangeLog, Follower } from './port.ts'
export type { ChangeLogOptions, ChangeLogWarning } from './settings.ts'
