export { openSqliteBus } from './open-sqlite-bus.ts'
