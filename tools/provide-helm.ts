import { join } from 'node:path'
import { findExecutable, inCache, isExecutable, runInstaller } from '@sluice/testkit/backends'

const MODULE = 'helm.sh/helm/v3/cmd/helm'
const VERSION = 'v3.22.0'

/** Helm's file: from the PATH, from the cache, or built with Go into the cache. @returns undefined with what lacks on stderr */
export async function provideHelm(): Promise<string | undefined> {
  const folder = await inCache(`helm-${VERSION}`)
  const built = join(folder, 'helm')
  const found = (await findExecutable('helm')) ?? ((await isExecutable(built)) ? built : undefined)
  if (found) return found
  const go = await findExecutable('go')
  if (!go) {
    console.error('Neither helm nor go is on the PATH. Install Helm 3, or Go 1.26 or newer, which builds it.')
    return undefined
  }
  const isDone = await runInstaller({
    what: `Helm ${VERSION} (about 2 minutes, once)`,
    command: '/usr/bin/env',
    args: [`GOBIN=${folder}`, go, 'install', `${MODULE}@${VERSION}`],
  })
  return isDone ? built : undefined
}
