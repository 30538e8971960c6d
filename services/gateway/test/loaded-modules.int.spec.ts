import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from '@jest/globals'

const run = promisify(execFile)

/** Lists what a process has loaded: names of Node's own modules, and addresses of files. */
const script = (entry: URL) => `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  await import(${JSON.stringify(entry.href)})
  console.log(JSON.stringify([...loaded, ...process.moduleLoadList]))
`

async function loadedBy(entry: URL): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script(entry)])
  return JSON.parse(stdout)
}

describe('a gateway that has been loaded', () => {
  let loaded: readonly string[]
  beforeAll(async () => {
    loaded = await loadedBy(new URL('../src/index.ts', import.meta.url))
    expect(loaded.some(name => name.includes('/node_modules/undici/'))).toBe(true)
  })

  it.each([
    ['/node_modules/express/', 'serves those alone whom no gateway has sent'],
    ['/node_modules/@opentelemetry/sdk-trace', 'is of use where spans go somewhere'],
    ['/node_modules/ajv/', 'is of use where documents are written'],
    ['NativeModule internal/deps/undici/undici', "is Node's own fetch, which nobody uses"],
  ])('holds nothing of %s, which %s', part => {
    expect(loaded.filter(name => name.includes(part))).toEqual([])
  })
})
