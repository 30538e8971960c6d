import { openTestPlatform, type TestPlatform } from '../test-platform.ts'
import { GOLDEN_AT } from './golden-at.ts'
import { openGoldenStore } from './golden-files.ts'

/** A test's platform on the documents of a version, at their time: what lived then lives. */
export async function openGoldenPlatform(version: string): Promise<TestPlatform> {
  const platform = await openTestPlatform({ store: await openGoldenStore(version) })
  return { ...platform, changes: { ...platform.changes, storeTime: () => GOLDEN_AT } }
}
