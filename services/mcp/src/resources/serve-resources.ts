import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import type { ErrorCode } from '@sluice/contracts'
import { fitResult } from '../domain/fit-result.ts'
import { pageOf } from '../domain/page-of.ts'
import type { CallerView } from '../listing/caller-view.ts'
import type { Tool, ToolOutcome } from '../tools/tool.ts'
import { ERROR_TEMPLATE, readError } from './error-resource.ts'
import { findResource, offeredResources, offeredTemplates } from './resource-templates.ts'

/** The view of a caller whose resources are served. `runTool`: carries out, for him, the tool that reads one. */
export type ResourceExchange = { view: CallerView; runTool(tool: Tool, args: unknown): Promise<ToolOutcome> }

/** How long an answer may be kept, in ms, and by whom: it is the caller's own. */
export const KEPT_LIST = { ttlMs: 60_000, cacheScope: 'private' } as const
const MAX_URI = 4_096
const NOT_KEPT = { ttlMs: 0, cacheScope: 'private' } as const

/** Lists and reads what has an address. A read is the request of a tool, which the gateway judges like any other. */
export function serveResources(server: Server, { view, runTool }: ResourceExchange): void {
  server.setRequestHandler('resources/list', ({ params }) => {
    const page = pageOf(offeredResources(view), ({ uri }) => uri, params?.cursor)
    if (page.kind === 'unknown-cursor') {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor: It is nextCursor of a page before.')
    }
    const { shown, nextCursor } = page
    return { resources: [...shown], ...(nextCursor !== undefined && { nextCursor }), ...KEPT_LIST }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...offeredTemplates(view), ERROR_TEMPLATE],
    ...KEPT_LIST,
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri.length > MAX_URI) throw notFound(uri)
    const error = readError(uri)
    if (error) return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(error) }], ...KEPT_LIST }
    const reading = findResource(uri, view)
    if (!reading) throw notFound(uri)
    const text = textOf(await runTool(reading.tool, reading.args), { uri, maxBytes: view.bounds.maxResultBytes })
    return { contents: [{ uri, mimeType: 'application/json', text }], ...NOT_KEPT }
  })
}

const notFound = (uri: string) =>
  new ResourceNotFoundError(uri.slice(0, MAX_URI), `Resource not found: ${uri.slice(0, 200)}`)

/** Refusals that say no more than that nothing is there: what is hidden is not told from what is missing. */
const ABSENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED', 'BAD_PATH'])

function textOf(outcome: ToolOutcome, { uri, maxBytes }: { uri: string; maxBytes: number }): string {
  if (outcome.kind === 'problem') {
    const { code, detail } = outcome.problem
    throw ABSENT.has(code) ? notFound(uri) : new ProtocolError(ProtocolErrorCode.InternalError, `${code}: ${detail}`)
  }
  const fitted = fitResult(outcome, maxBytes)
  if (fitted.kind === 'fits') return fitted.text
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'RESULT_TOO_LARGE: Read it by a tool, with fewer fields.')
}
