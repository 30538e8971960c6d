import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type SluiceProcess, startSluice } from '@sluice/e2e'
import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import { readRouteTables } from './route-tables.ts'

/** Writes a path of a table as the API description does. */
const described = (path: string) => path.replaceAll(/[:*](\w+)/g, '{$1}').replaceAll('\\', '')

type DescribedPaths = { paths: Record<string, Record<string, { operationId: string }>> }

async function describedOperations() {
  const answer = await fetch(`${sluice.url}/openapi.json`)
  const { paths } = (await answer.json()) as DescribedPaths
  return Object.entries(paths).flatMap(([path, { parameters: _, ...methods }]) =>
    Object.entries(methods).map(([method, { operationId: id }]) => ({ method: method.toUpperCase(), path, id })),
  )
}

let sluice: SluiceProcess
beforeAll(async () => {
  const [port = 0] = await findFreePorts(1)
  sluice = await startSluice({ DATA_DIR: await temporaryDirectory(), SLUICE_DEMO: '0', PORT: String(port) })
})
afterAll(() => sluice.interrupt())

describe('npm run routes', () => {
  it('names exactly the operations that a running Sluice describes at /openapi.json', async () => {
    const operations = (await describedOperations()).map(({ method, path }) => `${method} ${path}`)
    const listed = readRouteTables().map(({ method, path }) => `${method} ${described(path)}`)
    expect(listed.toSorted()).toEqual(operations.toSorted())
  })

  it('names the id of each operation: the function that makes it, which no other route has', async () => {
    const operations = (await describedOperations()).map(({ method, path, id }) => `${id} ${method} ${path}`)
    const lines = readRouteTables()
    const listed = lines.map(({ maker, method, path }) => `${maker} ${method} ${described(path)}`)
    expect(operations.toSorted()).toEqual(listed.toSorted())
    expect(new Set(lines.map(({ maker }) => maker)).size).toBe(lines.length)
  })

  it('names for each a file of the service that says what the route is', () => {
    const lines = readRouteTables()
    expect(lines.filter(({ file }) => !existsSync(file))).toEqual([])
    expect(lines.filter(({ file }) => !readFileSync(file, 'utf8').includes('Operation'))).toEqual([])
  })
})
