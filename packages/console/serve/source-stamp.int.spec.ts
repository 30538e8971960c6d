import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { sourceStamp } from './source-stamp.ts'

describe('the stamp of the sources', () => {
  let root: string
  const write = (name: string, text: string) => writeFile(join(root, name), text)

  beforeAll(async () => {
    root = await temporaryDirectory()
    await mkdir(join(root, 'packages/console/src/pages'), { recursive: true })
    await mkdir(join(root, 'packages/sdk/src/http'), { recursive: true })
    await write('package-lock.json', '{}')
    await write('packages/console/index.html', '<title>Sluice</title>')
    await write('packages/console/src/pages/page.tsx', 'export const page = 1')
    await write('packages/sdk/src/http/call.ts', 'export const call = 1')
  })

  it('stays the same while nothing that is built has changed', async () => {
    const stamp = await sourceStamp(root)
    await write('packages/console/src/pages/page.spec.ts', 'a test')
    await write('packages/console/README.md', 'words')
    expect(await sourceStamp(root)).toBe(stamp)
  })

  it.each([
    ['a page', 'packages/console/src/pages/page.tsx'],
    ['a style', 'packages/console/src/pages/page.module.css'],
    ['its client', 'packages/sdk/src/http/call.ts'],
    ['the lock', 'package-lock.json'],
    ['the frame of the page', 'packages/console/index.html'],
  ])('is another one once %s has changed', async (_, name) => {
    const stamp = await sourceStamp(root)
    await write(name, 'changed')
    expect(await sourceStamp(root)).not.toBe(stamp)
  })
})
