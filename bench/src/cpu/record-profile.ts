import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@sluice/testkit'
import { recordedProfile, summarizeProfile } from './summarize-profile.ts'
import type { TimeUse } from './work-profile.ts'

const preload = new URL('profile-on-signal.js', import.meta.url)
preload.searchParams.set('folder', tmpdir())

/** Makes a process ready to be profiled, at no cost while it is not: an option of Node, or a value of `NODE_OPTIONS`. */
export const PROFILED = `--import=${preload.href}`

/** Says where the time of a process that was started with `PROFILED` goes while it serves. */
export async function recordProfile(pid: number, serve: () => Promise<unknown>): Promise<TimeUse> {
  const file = join(tmpdir(), `sluice-profile-${pid}.json`)
  await rm(file, { force: true })
  process.kill(pid, 'SIGWINCH')
  await eventually(async () => (await textOf(file)) !== undefined, { what: `process ${pid} records a profile` })
  const [served] = await Promise.allSettled([serve()])
  process.kill(pid, 'SIGWINCH')
  const text = await eventually(async () => (await textOf(file)) || false, {
    what: `process ${pid} writes its profile`,
  })
  await rm(file)
  if (served.status === 'rejected') throw served.reason
  return summarizeProfile(recordedProfile.parse(JSON.parse(text)))
}

const textOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined)
