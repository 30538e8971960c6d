import { unwrapWhole } from '@sluice/sdk'
import { EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { listOf, memberOf, printJson, textOf } from '../json-values.ts'
import { exitOfStatus } from '../output/report-error.ts'
import { visible } from '../output/terminal.ts'
import type { CommandInput, CommandSpec, OptionSpec } from '../program/command.ts'
import type { CommandContext } from '../program/context.ts'
import { readHeader } from '../read-header.ts'
import { readInput } from '../read-input.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const api: CommandSpec = {
  name: 'api',
  parameters: '<method> <path>',
  summary: 'Send a request to any route, signed in, and print the answer',
  examples: [
    'sluice api GET /whoami',
    'sluice api POST /routes --data route.json',
    'sluice api PATCH /routes/r-1 --data - --header \'If-Match: "65a1b2c3d4e5f60718293a4b"\'',
    'sluice api GET /routes --paginate',
  ],
  options: [
    { flags: '--data <file>', text: 'the body, a JSON text: from a file, or - for standard input' },
    { flags: '--header <header>', text: 'one more header, like "If-Match: x"', isRepeatable: true },
    { flags: '--paginate', text: 'of a list: all pages, as one list' },
    { flags: '--include', text: 'print status and headers first' },
  ],
  async run(context, input): Promise<ExitCode> {
    const method = input.argument(0).toUpperCase()
    const path = input.argument(1)
    if (!METHODS.includes(method)) throw usageError(`${visible(method)} is no method. There are: ${METHODS.join(', ')}`)
    if (!path.startsWith('/')) throw usageError('The path has to begin with a slash.')
    if (input.isSet('paginate')) return printAllPages(context, method, path)
    return printAnswer(context, { method, path }, input)
  },
}

async function printAnswer(
  { terminal, signal, client }: CommandContext,
  { method, path }: { method: string; path: string },
  input: CommandInput,
): Promise<ExitCode> {
  const source = input.text('data')
  const bodyText = source === undefined ? undefined : await readInput(source)
  const headers = Object.fromEntries(input.texts('header').map(readHeader))
  const answer = await (await client()).raw.request(method, path, {
    bodyText,
    headers,
    signal,
    repeat: 'refused-only',
    parseAs: 'text',
  })
  if (input.isSet('include')) {
    terminal.print(`${answer.response.status}`)
    for (const [name, value] of answer.response.headers) terminal.print(`${name}: ${value}`)
    terminal.print('')
  }
  const { data, error } = answer
  const text = typeof data === 'string' ? data : error === undefined ? '' : JSON.stringify(error)
  if (text !== '') terminal.write(text.endsWith('\n') ? text : `${text}\n`)
  return answer.response.ok ? EXIT.done : exitOfStatus(answer.response.status)
}

const PAGE = 100
/** The most pages that are read: what is longer is fetched by a program. */
const MOST_PAGES = 10_000

async function printAllPages(
  { terminal, signal, client }: CommandContext,
  method: string,
  path: string,
): Promise<ExitCode> {
  if (method !== 'GET') throw usageError('--paginate is for GET alone.')
  const { raw } = await client()
  const items: unknown[] = []
  let at: PagePlace | undefined = {}
  for (let count = 0; at !== undefined && count < MOST_PAGES; count += 1) {
    const { data } = await unwrapWhole(raw.request(method, pathAt(path, at), { signal }))
    const found = itemsOf(data)
    items.push(...found)
    at = placeBehind(data, { at, isFull: found.length >= sizeOf(path) })
  }
  terminal.write(printJson(items))
  return EXIT.done
}

/** A numbered page, or what is behind a cursor; without either the first page. */
type PagePlace = { page?: string; cursor?: string }

function pathAt(path: string, place: PagePlace): string {
  const [target = '', query = ''] = path.split('?', 2)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(place)) parameters.set(name, value)
  return parameters.size === 0 ? target : `${target}?${parameters}`
}

const sizeOf = (path: string): number => Number(/[?&]pagesize=(\d+)/.exec(path)?.[1] ?? PAGE)

/** @throws CliError */
function itemsOf(data: unknown): readonly unknown[] {
  const items = Array.isArray(data) ? data : memberOf(data, 'items')
  if (!Array.isArray(items)) throw usageError('The answer is no list: leave out --paginate.')
  return items
}

function placeBehind(data: unknown, { at, isFull }: { at: PagePlace; isFull: boolean }): PagePlace | undefined {
  const cursor = memberOf(data, 'next')
  if (typeof cursor === 'string') return { cursor }
  return Array.isArray(data) && isFull ? { page: String(Number(at.page ?? 1) + 1) } : undefined
}

export const VARIABLE: OptionSpec = {
  flags: '--var <name=value>',
  text: 'a variable; its value is JSON, or a text where it is none',
  isRepeatable: true,
}

export const OPERATION: OptionSpec = { flags: '--operation <name>', text: 'which operation of the document' }

/** The variables of a query. @throws CliError */
export const readVariables = (input: CommandInput): Record<string, unknown> =>
  Object.fromEntries(input.texts('var').map(readVariable))

const query: CommandSpec = {
  name: 'query',
  parameters: '<app> [file]',
  summary: 'Ask a GraphQL app, by the query in a file or on standard input',
  examples: [
    'sluice query flights airports.graphql --var state=CA --var limit=3',
    `echo '{ airport(iata: "SFO") { city } }' | sluice query flights -`,
  ],
  options: [VARIABLE, OPERATION],
  async run(context, input): Promise<ExitCode> {
    const { terminal, signal, client } = context
    const document = await readInput(input.optionalArgument(1) ?? '-')
    const app = (await client()).graphql(input.argument(0))
    const variables = readVariables(input)
    const answer = await app.rawRequest<unknown, Record<string, unknown>>(document, variables, {
      operationName: input.text('operation'),
      signal,
    })
    terminal.write(printJson(answer.errors ? answer : answer.data))
    for (const error of listOf(answer.errors)) terminal.note(`! ${visible(textOf(memberOf(error, 'message')))}`)
    return answer.errors?.length ? EXIT.failed : EXIT.done
  },
}

/** @throws CliError */
function readVariable(text: string): [string, unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw usageError('A variable is written like --var name=value.')
  const value = text.slice(at + 1)
  try {
    return [text.slice(0, at), JSON.parse(value)]
  } catch {
    return [text.slice(0, at), value]
  }
}

export const REQUEST_COMMANDS: readonly CommandSpec[] = [api, query]
