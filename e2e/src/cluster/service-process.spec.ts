import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { ALLOCATOR } from './service-process.ts'

it('tells the allocator of its processes what the image tells it', async () => {
  const file = await readFile(new URL('../../../deploy/docker/Dockerfile', import.meta.url), 'utf8')
  const inImage = Object.fromEntries(
    [...file.matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value]),
  )
  expect(inImage).toEqual(ALLOCATOR)
})
