import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { startLocalProcess } from '@sluice/testkit/backends'
import type { Page } from 'playwright-core'
import { browserProgram, openBrowser } from '../console/open-browser.ts'
import type { ConsumerInput } from './consume.ts'
import type { RunTimePrograms } from './provide-run-times.ts'

/** A program that runs the SDK: a version of Node.js, a browser, or another. */
export type RunTime = {
  name: string
  /** Missing where the run-time is not on this machine. */
  program: string | undefined
  /** Runs the program of a folder. @returns what the program has found out */
  run(program: string, folder: string, input: ConsumerInput): Promise<unknown>
}

const execute = promisify(execFile)
const WITHIN_MS = 30_000

/** All run-times that the SDK is made for, whether they are here or not. */
export function runTimesOf({ node, deno, bun, workerd }: RunTimePrograms): RunTime[] {
  return [
    commandRunTime('Node.js 22', node, ['--no-warnings']),
    commandRunTime('Node.js 24', process.execPath, ['--no-warnings']),
    commandRunTime('Deno', deno, ['run', '--quiet', '--no-prompt', '--allow-net']),
    commandRunTime('Bun', bun, []),
    { name: 'Chromium, a page', program: browserProgram, run: runInPage('consume(INPUT)') },
    { name: 'Chromium, a worker', program: browserProgram, run: runInPage(IN_WORKER) },
    { name: 'workerd', program: workerd, run: runInWorkerd },
  ]
}

/** The version that a program tells. */
export async function versionOf(program: string): Promise<string> {
  const { stdout } = await execute(program, ['--version'])
  return /\d[\d.-]*/.exec(stdout)?.[0] ?? ''
}

/** Programs of a command line end by themselves: nothing of the SDK keeps them. */
const commandRunTime = (name: string, program: string | undefined, flags: readonly string[]): RunTime => ({
  name,
  program,
  async run(command, folder, input) {
    const { stdout } = await execute(command, [...flags, 'command-line.ts', JSON.stringify(input)], {
      cwd: folder,
      env: { HOME: folder },
      timeout: WITHIN_MS,
    })
    return JSON.parse(stdout)
  },
})

/** Evaluated in the page. */
const IN_WORKER = `new Promise((resolve, reject) => {
  const worker = new Worker('web-worker.js', { type: 'module' })
  worker.onmessage = ({ data }) => resolve(JSON.parse(data))
  worker.onerror = ({ message }) => reject(message)
  worker.postMessage(JSON.stringify(INPUT))
})`

const runInPage = (script: string) => async (_: string, folder: string, input: ConsumerInput) => {
  const server = await serveFolder(folder)
  const browser = await openBrowser()
  try {
    const page: Page = await browser.newPage()
    await page.goto(server.url)
    return await page.evaluate(script.replace('INPUT', () => JSON.stringify(input)))
  } finally {
    await browser.close()
    server.close()
  }
}

/** Serves a page with its script, from an origin of its own. */
async function serveFolder(folder: string) {
  const scripts = new Map([
    ['/page.js', await readFile(join(folder, 'page.js'))],
    ['/web-worker.js', await readFile(join(folder, 'web-worker.js'))],
  ])
  const server = createServer(({ url = '' }, response) => {
    const script = scripts.get(url)
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.end(script ?? '<!doctype html><script type="module" src="page.js"></script>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function runInWorkerd(program: string, folder: string, input: ConsumerInput): Promise<unknown> {
  const workerd = await startLocalProcess({
    command: program,
    args: ['serve', '--control-fd=1', 'edge.capnp'],
    folder,
    ready: /"port":(\d+)/,
  })
  try {
    const [, port] = workerd.matched()
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(input) })
    return await response.json()
  } finally {
    await workerd.kill()
  }
}
