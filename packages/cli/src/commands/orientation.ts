import { spawn } from 'node:child_process'
import { usageError } from '../cli-error.ts'
import { printTable } from '../output/table.ts'
import type { CommandSpec } from '../program/command.ts'
import errorHelp from './error-help.json' with { type: 'json' }

const errors: CommandSpec = {
  name: 'errors',
  parameters: '[code]',
  summary: 'Say what an error code means and what to do; without a code, list them all',
  examples: ['sluice errors FIELD_HIDDEN', 'sluice errors'],
  async run({ terminal }, input) {
    const code = input.optionalArgument(0)?.toUpperCase()
    const rows = code === undefined ? errorHelp : errorHelp.filter(row => row.code === code)
    if (code !== undefined && rows.length === 0)
      throw usageError(`There is no error code "${code}".`, 'sluice errors lists them.')
    if (terminal.isJson) terminal.printDocument(code === undefined ? rows : rows[0])
    else if (code === undefined)
      printTable(
        terminal,
        ['code', 'status', 'title'],
        rows.map(row => [row.code, row.status, row.title]),
      )
    else for (const row of rows) terminal.print(`${row.code} (${row.status}): ${row.title}\n${row.help}`)
  },
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  console: () => '/console',
  docs: () => '/docs',
  webhook: id => `/console/webhooks/one?id=${id}`,
  app: id => `/console/graphql/app?id=${id}`,
}

const open: CommandSpec = {
  name: 'open',
  parameters: '[page] [id]',
  summary: 'Print the address of a page (console, docs, webhook, app); on a terminal, open it',
  examples: ['sluice open', 'sluice open docs', 'sluice open webhook new-route'],
  async run({ terminal, profile }, input) {
    const name = input.optionalArgument(0) ?? 'console'
    const page = PAGES[name]
    const id = input.optionalArgument(1)
    if (page === undefined)
      throw usageError(`There is no page "${name}".`, `The pages are: ${Object.keys(PAGES).join(', ')}`)
    if ((name === 'webhook' || name === 'app') && id === undefined)
      throw usageError(`Which ${name}? sluice open ${name} <id>`)
    const address = new URL(profile().url.replace(/\/+$/, '') + page(encodeURIComponent(id ?? '')))
    terminal.print(address.href)
    if (terminal.isInteractive && terminal.width !== undefined) openBrowser(address.href)
  },
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Where there is no browser, the address has been printed. */
function openBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

export const ORIENTATION_COMMANDS: readonly CommandSpec[] = [errors, open]
