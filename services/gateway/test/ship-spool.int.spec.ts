import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { eventually, openTestPlatform, temporaryDirectory } from '@sluice/testkit'
import { shipSpool } from '../src/ship-spool.ts'
import { SpoolInUseError } from '../src/spool/spool-lock.ts'
import { followEvents } from '../src/testing/start-gateway.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

describe('the spool of a gateway that is gone', () => {
  let child: ChildProcess | undefined
  afterEach(() => void child?.kill('SIGKILL'))

  it('is sent whole and once, when nobody runs on it any more, and leaves nothing behind', async () => {
    const directory = await temporaryDirectory()
    const settings = { directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 } as const
    const platform = await openTestPlatform()
    const { shipped } = await followEvents(platform)
    const script = new URL('../src/testing/spool-child.ts', import.meta.url).pathname
    const owner = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    child = owner
    let output = ''
    owner.stdout.on('data', chunk => {
      output += String(chunk)
    })
    await eventually(() => output.split('\n').length > 500)
    await expect(shipSpool(platform.bus, settings, logger)).rejects.toThrow(SpoolInUseError)
    owner.kill('SIGKILL')
    await once(owner, 'close')
    const lines = output.split('\n').slice(0, -1)
    const safe = lines.filter(line => line.startsWith('safe ')).map(line => line.slice('safe '.length))
    const came = await shipSpool(platform.bus, settings, logger)
    expect(came).toMatchObject({ damaged: 0, tooLarge: 0 })
    await eventually(() => shipped.length === came.shipped)
    const ids = shipped.map(({ event }) => event.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(safe.filter(id => !ids.includes(id))).toEqual([])
    expect(readdirSync(directory).filter(name => name.endsWith('.spool'))).toEqual([])
    await platform.close()
  })
})
