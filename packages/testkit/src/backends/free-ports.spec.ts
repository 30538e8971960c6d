import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { findFreePorts } from './free-ports.ts'
import { inCache } from './own-folder.ts'

const fileOf = async (port: number) => join(await inCache('ports'), String(port))

describe('free ports', () => {
  it('are given to nobody else while the process that asked runs, also while nothing listens there', async () => {
    const given = await Promise.all(Array.from({ length: 50 }, () => findFreePorts(20)))
    expect(new Set(given.flat()).size).toBe(1000)
    const [port = 0] = given.flat()
    expect(await readFile(await fileOf(port), 'utf8')).toBe(String(process.pid))
  })

  it('are free again when the process that had them has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const ports = await findFreePorts(100)
    for (const port of ports) await writeFile(await fileOf(port), String(pid))
    const ours = () => Promise.all(ports.map(async port => readFile(await fileOf(port), 'utf8').catch(() => '')))
    while ((await ours()).every(text => text === String(pid))) await findFreePorts(50)
    expect(new Set(await ours())).not.toEqual(new Set([String(pid)]))
  })
})
