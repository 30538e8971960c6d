import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { z } from 'zod'
import { setting } from '../settings/config.ts'
import { clusterTrustSettings } from '../settings/settings.ts'
import { createLogger } from '../telemetry/logger.ts'
import { readLiveConfig } from './load-config.ts'
import { watchedFilesPart } from './watched-files.ts'

const settings = {
  ...clusterTrustSettings,
  KAFKA_SASL_PASSWORD: setting(z.string().optional(), {
    description: 'A second secret.',
    isSecret: true,
    isLive: true,
  }),
}
const OLD = 'old-secret-of-the-test-which-is-long-enough'
const NEW = 'new-secret-of-the-test-which-is-long-enough'

/** A process that has read this file, and looks at it. */
async function watching(path: string) {
  const loaded = readLiveConfig(settings, { INTERNAL_SECRETS_FILE: path })
  if (loaded.kind === 'faulty') throw new RangeError('The file of the test is wrong.')
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const logger = createLogger({ service: 'test', level: 'debug', destination })
  const part = watchedFilesPart({ watched: [loaded.live], logger, everyMs: 5 })
  await part.start()
  return {
    secrets: () => loaded.live.current().INTERNAL_SECRETS.map(item => item.reveal()),
    logged: () => lines.join(''),
    stop: () => part.stop(0),
  }
}

async function fileWith(text: string): Promise<string> {
  const path = join(await temporaryDirectory(), 'internal-secrets')
  await writeFile(path, text)
  return path
}

/** Whole, at one moment. */
async function put(path: string, text: string): Promise<void> {
  await writeFile(`${path}.next`, text)
  await rename(`${path}.next`, path)
}

describe('a secret that comes from a file', () => {
  it('is read without the line end, and masked in the summary', async () => {
    const loaded = readLiveConfig(settings, { INTERNAL_SECRETS_FILE: await fileWith(`${OLD}\n`) })
    expect(loaded).toMatchObject({ kind: 'read', summary: { INTERNAL_SECRETS: '[secret]' } })
    expect(JSON.stringify(loaded)).not.toContain(OLD)
  })

  it('is refused at the start by the name of the file alone: missing, empty, a folder, given twice', async () => {
    const faultsOf = (environment: Record<string, string>) => {
      const loaded = readLiveConfig(settings, environment)
      return loaded.kind === 'faulty' ? loaded.faults.map(({ name, message }) => `${name} ${message}`) : []
    }
    const folder = await temporaryDirectory()
    const wrong = [
      [join(folder, 'nowhere'), 'no such file'],
      [await fileWith(' \n'), 'is empty'],
      [folder, 'is no file'],
    ] as const
    for (const [path, reason] of wrong) {
      const faults = faultsOf({ INTERNAL_SECRETS_FILE: path })
      expect(faults).toEqual([expect.stringContaining(reason)])
      expect(faults[0]).toMatch(/^INTERNAL_SECRETS_FILE can not be read: /)
    }
    const twice = faultsOf({ INTERNAL_SECRETS_FILE: await fileWith(OLD), INTERNAL_SECRETS: OLD })
    expect(twice).toEqual(['INTERNAL_SECRETS_FILE is set, and INTERNAL_SECRETS too. Set one of the two.'])
  })

  it('is wrong at the start as it would be in the environment, and does not show', async () => {
    const loaded = readLiveConfig(settings, { INTERNAL_SECRETS_FILE: await fileWith('tiny-secret') })
    expect(loaded).toMatchObject({ kind: 'faulty', faults: [{ name: 'INTERNAL_SECRETS' }] })
    expect(JSON.stringify(loaded)).not.toContain('tiny-secret')
  })

  it('is replaced by what the file says later: written over, or put in its place', async () => {
    const path = await fileWith(OLD)
    const running = await watching(path)
    await writeFile(path, `${OLD},${NEW}\n`)
    await eventually(() => running.secrets().length === 2)
    await put(path, NEW)
    await eventually(() => running.secrets().length === 1)
    expect(running.secrets()).toEqual([NEW])
    expect(running.logged()).toContain('"setting":"INTERNAL_SECRETS","msg":"setting.replaced"')
    for (const text of [OLD, NEW]) expect(running.logged()).not.toContain(text)
    await running.stop()
  })

  it('is replaced when the link is moved that leads to it, as Kubernetes does', async () => {
    const folder = await temporaryDirectory()
    for (const [name, text] of Object.entries({ first: OLD, second: NEW })) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'internal-secrets'), text)
    }
    await symlink('first', join(folder, 'data'))
    const running = await watching(join(folder, 'data', 'internal-secrets'))
    await symlink('second', join(folder, 'next'))
    await rename(join(folder, 'next'), join(folder, 'data'))
    await eventually(() => running.secrets()[0] === NEW)
    await running.stop()
  })

  it('stays in force while the file is wrong, which is said once, and not how', async () => {
    const path = await fileWith(OLD)
    const running = await watching(path)
    await put(path, 'tiny-secret')
    await eventually(() => running.logged().includes('setting.not-replaced'))
    expect(running.secrets()).toEqual([OLD])
    await put(path, NEW)
    await eventually(() => running.secrets()[0] === NEW)
    expect(running.logged().match(/at least 32 characters/g)).toHaveLength(1)
    expect(running.logged()).not.toContain('tiny-secret')
    await running.stop()
  })
})
