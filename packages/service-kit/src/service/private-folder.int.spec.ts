import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openSqliteStore } from '@sluice/store/sqlite'
import { temporaryDirectory } from '@sluice/testkit'
import { keepPrivate } from './private-folder.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777
const isOwn = (name: string) => name.startsWith('store.sqlite') || name === 'spool'

describe('a private folder', () => {
  let folder: string
  let umask: number
  const at = (name: string) => join(folder, name)

  beforeEach(async () => {
    umask = process.umask(0o022)
    folder = await temporaryDirectory()
    chmodSync(folder, 0o755)
  })
  afterEach(() => void process.umask(umask))

  it('is tightened with all that is in it, and what is made in it later is tight', async () => {
    mkdirSync(at('spool'))
    writeFileSync(at('spool/0000000001.spool'), 'x')
    const before = await openSqliteStore({ path: at('store.sqlite') })
    await before.createCollection({ db: 'd', collection: 'c' })
    await before.close()
    expect(modeOf(at('store.sqlite'))).toBe(0o644)
    expect(keepPrivate(folder, isOwn)).toEqual([])
    const store = await openSqliteStore({ path: at('store.sqlite') })
    await store.createCollection({ db: 'd', collection: 'e' })
    for (const name of ['', '-wal', '-shm', '-lock']) expect(modeOf(at(`store.sqlite${name}`))).toBe(0o600)
    await store.close()
    expect([modeOf(folder), modeOf(at('spool')), modeOf(at('spool/0000000001.spool'))]).toEqual([0o700, 0o700, 0o600])
  })

  it('leaves the files of others alone, and then its own mode, and follows no link', async () => {
    const elsewhere = join(await temporaryDirectory(), 'elsewhere')
    for (const path of [at('mine.txt'), at('store.sqlite'), elsewhere]) writeFileSync(path, 'x')
    symlinkSync(elsewhere, at('store.sqlite-wal'))
    expect(keepPrivate(folder, isOwn)).toEqual([])
    expect([folder, at('mine.txt'), at('store.sqlite'), elsewhere].map(modeOf)).toEqual([0o755, 0o644, 0o600, 0o644])
  })

  it('lets what its user alone may do be', () => {
    writeFileSync(at('store.sqlite'), 'x', { mode: 0o400 })
    keepPrivate(folder, isOwn)
    expect(modeOf(at('store.sqlite'))).toBe(0o400)
  })
})
