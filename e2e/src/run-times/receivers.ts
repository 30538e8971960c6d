import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { eventually } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import type { RunTimePrograms } from './provide-run-times.ts'

const PAGE = new URL('../../../docs/how-to/receive-webhooks.md', import.meta.url)
const BLOCK = /^```ts (\w+)\n(.*?)^```/ms

/** A program of the page that receives deliveries. */
export type ReceiverExample = { title: string; runTime: string; code: string }

export type RunningReceiver = {
  /** The address that the webhook calls. */
  url: string
  /** All that the program has printed. */
  printed(): string
  end(): Promise<void>
}

/** The programs of the page, in its order: one below a heading. */
export const receiverExamples = (): ReceiverExample[] =>
  readFileSync(PAGE, 'utf8')
    .split(/^## /m)
    .flatMap(section => {
      const [, runTime, code] = BLOCK.exec(section) ?? []
      return runTime && code ? [{ title: section.split('\n', 1)[0] ?? '', runTime, code }] : []
    })

/** The program that runs an example with the flags that its page names; undefined where it is not on this machine. */
export function commandOf({ runTime }: ReceiverExample, { deno, bun }: RunTimePrograms): readonly string[] | undefined {
  const denoFlags = ['run', '--quiet', '--no-prompt', '--allow-net', '--allow-env=WEBHOOK_SECRET,WEBHOOK_SECRET_BEFORE']
  const commands: Readonly<Record<string, readonly (string | undefined)[]>> = {
    node: [process.execPath, '--no-warnings'],
    deno: [deno, ...denoFlags],
    handler: [deno, ...denoFlags],
    bun: [bun],
  }
  const command = (commands[runTime] ?? []).filter(part => part !== undefined)
  return command.length === commands[runTime]?.length ? command : undefined
}

/** A place for a receiver, which is told to a webhook before the receiver runs. */
export async function findReceiverUrl(): Promise<string> {
  const [port = 0] = await findFreePorts(1)
  return `http://127.0.0.1:${port}/webhooks`
}

/**
 * Writes an example into a folder that has the SDK, and runs it until it refuses what nobody has signed.
 * @param url where it listens, with the port instead of the page's
 */
export async function startReceiverExample(
  { title, runTime, code }: ReceiverExample,
  { folder, command, url, secret }: { folder: string; command: readonly string[]; url: string; secret: string },
): Promise<RunningReceiver> {
  const { port } = new URL(url)
  const name = title.replaceAll(/\W+/g, '-').toLowerCase()
  await writeFile(join(folder, `${name}.ts`), code.replaceAll('3000', port))
  const main = runTime === 'handler' ? await writeServer(folder, { name, port }) : `${name}.ts`
  const [program = '', ...flags] = command
  const child = spawn(program, [...flags, main], {
    cwd: folder,
    env: { WEBHOOK_SECRET: secret, WEBHOOK_SECRET_BEFORE: '', HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', chunk => {
    printed += String(chunk)
  })
  const unsigned = () => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  await eventually(async () => (await unsigned()).status === 400, { what: `${title}: 400 for what nobody has signed` })
  return {
    url,
    printed: () => printed,
    async end() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** What a framework does with a handler: it serves it. */
async function writeServer(folder: string, { name, port }: { name: string; port: string }): Promise<string> {
  const file = `serve-${name}.ts`
  await writeFile(join(folder, file), `import { POST } from './${name}.ts'\nDeno.serve({ port: ${port} }, POST)\n`)
  return file
}
