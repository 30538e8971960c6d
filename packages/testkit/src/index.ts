export { eventually } from './eventually.ts'
export { createSignedClient, type SignedClient, type SignedRequest } from './signed-client.ts'
export { temporaryDirectory } from './temporary-directory.ts'
export { openTestPlatform, type TestPlatform } from './test-platform.ts'
