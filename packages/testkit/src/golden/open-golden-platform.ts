import { secret } from '@sluice/service-kit'
import { openTestPlatform, type TestPlatform } from '../test-platform.ts'
import { GOLDEN_AT } from './golden-at.ts'
import { openGoldenStore } from './golden-files.ts'
import { GOLDEN_SECRET } from './golden-scene.ts'

/** A test's platform on the documents of a version, at their time and with their secret: what lived then lives. */
export async function openGoldenPlatform(version: string): Promise<TestPlatform> {
  const platform = await openTestPlatform({ store: await openGoldenStore(version) })
  const changes = { ...platform.changes, storeTime: () => GOLDEN_AT }
  return { ...platform, changes, internalSecrets: () => [secret(GOLDEN_SECRET)] }
}
