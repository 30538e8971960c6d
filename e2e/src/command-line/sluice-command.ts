import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryDirectory } from '@sluice/testkit'
import type { SluiceTarget } from '../target.ts'

type CommandEnd = { code: number | null; stdout: string; stderr: string }

/** The program as it is shipped, in a folder of a project, against one server. */
export type SluiceCommand = {
  folder: string
  /** What the program finds its server and its credentials by. */
  environment: Readonly<Record<string, string>>
  run(words: readonly string[], options?: CommandOptions): Promise<CommandEnd>
  /** Starts it and ends it by force at the moment when `plan` lets it. */
  killOn(words: readonly string[], plan: (kill: () => void) => void): Promise<CommandEnd>
  /** Starts it and lets it run. */
  start(words: readonly string[], options?: CommandOptions): RunningCommand
  write(files: Readonly<Record<string, unknown>>): void
  /** Every file below the folder of definitions, by its path. */
  files(): Promise<Record<string, string>>
}

/** A command that goes on by itself. */
export type RunningCommand = {
  stdout(): string
  stderr(): string
  /** Ends it as Ctrl-C does. */
  interrupt(): void
  /** The end, whenever it comes. */
  end: Promise<CommandEnd>
}

type CommandOptions = { environment?: Readonly<Record<string, string>>; input?: string }

/** Builds the program. @returns the path of the file that is run */
export async function buildCommandLine(): Promise<string> {
  const folder = await temporaryDirectory()
  execFileSync(process.execPath, ['packages/cli/build/build-cli.ts', folder], { stdio: 'inherit' })
  return join(folder, 'sluice.js')
}

/** A project of its own, signed in as the owner. */
export async function openProject(
  program: string,
  { urls, ownerPassword }: Pick<SluiceTarget, 'urls' | 'ownerPassword'>,
  folder?: string,
): Promise<SluiceCommand> {
  const root = folder ?? (await temporaryDirectory())
  const password = join(await temporaryDirectory(), 'password')
  writeFileSync(password, ownerPassword)
  const environment = {
    PATH: '',
    CI: '1',
    XDG_CONFIG_HOME: root,
    SLUICE_URL: urls[0],
    SLUICE_USER: 'admin',
    SLUICE_PASSWORD_FILE: password,
  }
  const start = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    spawn(process.execPath, [program, ...words], { cwd: root, env: { ...environment, ...more } })
  return {
    folder: root,
    environment,
    async run(words, options = {}) {
      const child = start(words, options.environment)
      child.stdin.end(options.input ?? '')
      return resultOf(child)
    },
    killOn(words, plan) {
      const child = start(words)
      child.stdin.end()
      plan(() => void child.kill('SIGKILL'))
      return resultOf(child)
    },
    start(words, options = {}) {
      const child = start(words, options.environment)
      const output = outputOf(child)
      const end = once(child, 'close').then(() => ({ code: child.exitCode, ...output }))
      return { stdout: () => output.stdout, stderr: () => output.stderr, interrupt: () => child.kill('SIGINT'), end }
    },
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(root, 'sluice', path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
      }
    },
    files: () => filesBelow(join(root, 'sluice')),
  }
}

async function resultOf(child: ReturnType<typeof spawn>): Promise<CommandEnd> {
  const output = outputOf(child)
  await once(child, 'close')
  return { code: child.exitCode, ...output }
}

/** What a child has written so far. */
function outputOf(child: ReturnType<typeof spawn>): Pick<CommandEnd, 'stdout' | 'stderr'> {
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', chunk => {
    output.stdout += String(chunk)
  })
  child.stderr?.on('data', chunk => {
    output.stderr += String(chunk)
  })
  return output
}

async function filesBelow(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const read = files.toSorted().map(async file => [file.slice(root.length + 1), await readFile(file, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(read))
}
