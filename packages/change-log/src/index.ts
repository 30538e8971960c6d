export type { Abandon, ChangeLog, Follower, Recorded } from './port.ts'
