export { eventually, NotInTimeError } from './eventually.ts'
export { temporaryDirectory } from './temporary-directory.ts'
export { openTestPlatform, type TestPlatform } from './test-platform.ts'
