// Loaded into a process that is measured, before its own code: on SIGWINCH it begins to record where its time goes, and on
// the next one writes that down. Plain JavaScript, as what strips types would stay in memory and be counted.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const SAMPLE_EVERY_MICROS = 250
/** Whoever measures says where, as a process may have a temporary folder of its own. */
const folder = new URL(import.meta.url).searchParams.get('folder') ?? '.'
const file = join(folder, `sluice-profile-${process.pid}.json`)

async function begin() {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROS })
  await session.post('Profiler.start')
  writeFileSync(file, '')
  return session
}

/** The file is there whole or, still, empty. */
async function end(session) {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  writeFileSync(`${file}.part`, JSON.stringify(profile))
  renameSync(`${file}.part`, file)
}

if (isMainThread) {
  let recording
  // Nobody who lacks this file is ended by the signal, as its default is to be ignored.
  process.on('SIGWINCH', async () => {
    const begun = recording
    recording = begun ? undefined : begin()
    if (begun) await end(await begun)
  })
}
