import { type AccessRequest, type Acl, couldAdmit } from '@sluice/access'
import type { PluginId } from '@sluice/contracts'
import { type CollectionTiering, readUser } from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { McpBounds } from '../domain/mcp-bounds.ts'
import { type CollectionNames, collectionPath } from './collection-names.ts'
import type { ToolApp } from './live-tool-apps.ts'

/** A request that a tool would make: a segment `?` stands for any one. */
export type ToolAsk = readonly [method: string, path: string]

export type ListingSources = {
  acl(): Acl
  collectionNames: CollectionNames
  apps(): readonly ToolApp[]
  isPluginOn(plugin: PluginId): boolean
}

/**
 * What one caller may be offered. It is for lists and for what a model is told: each call is judged by the gateway all
 * the same.
 */
export type CallerView = {
  bounds: McpBounds
  tiering: CollectionTiering
  isPluginOn(plugin: PluginId): boolean
  /** Whether the ACL could let the caller make such a request by this tool. */
  mayAsk(tool: string, asks: readonly ToolAsk[]): boolean
  /** The collections of which a tool may ask what `asks` says of the path of each. */
  collections(tool: string, asks: (path: string) => readonly ToolAsk[]): readonly string[]
  /** The apps that the permission names, whether the ACL lets them be asked or not. */
  allApps(): readonly ToolApp[]
  /** The apps that a tool may ask. */
  apps(tool: string, wanted?: (app: ToolApp) => boolean): readonly ToolApp[]
}

/** Whoever is offered tools, as the ACL sees him. */
export type ToolCaller = {
  principal: AccessRequest['principal']
  /** His own properties and his `_id`; anonymous callers have none. */
  user: Document | undefined
  clientAddress?: string | undefined
}

type ViewedCaller = { caller: ToolCaller; bounds: McpBounds; tiering: CollectionTiering }

/** The caller of a request, by the word of the gateway. */
export function toolCallerOf({ principal, isRoot, clientAddress }: ServiceRequest['caller']): ToolCaller {
  const { id, roles } = principal
  return { principal: { id, roles, isRoot }, user: readUser(principal), clientAddress }
}

export async function openCallerView(
  { acl, collectionNames, apps, isPluginOn }: ListingSources,
  { caller, bounds, tiering }: ViewedCaller,
): Promise<CallerView> {
  const permissions = acl()
  const names = (await collectionNames.list()).filter(bounds.allowsCollection)

  const mayAsk: CallerView['mayAsk'] = (tool, asks) =>
    asks.some(([method, path]) => couldAdmit(permissions, { method, path, tool, ...caller }))

  const allApps = () => apps().filter(({ uri }) => bounds.allowsApp(uri))

  return {
    bounds,
    tiering,
    isPluginOn,
    mayAsk,
    allApps,
    collections: (tool, asks) =>
      names.filter(name => collectionPath(name, tiering) !== undefined && mayAsk(tool, asks(`/${name}`))),
    apps: (tool, wanted = () => true) =>
      allApps().filter(app => wanted(app) && mayAsk(tool, [['POST', `/graphql/${app.uri}`]])),
  }
}

/** A collection that a caller may read, or add documents to with a tool. */
export type OfferedCollection = { name: string; writable: boolean }

/** The collections that the caller may read or write, by name. */
export function offeredCollections(view: CallerView): readonly OfferedCollection[] {
  const readable = view.collections('find_documents', path => [
    ['GET', path],
    ['GET', `${path}/?`],
  ])
  const writable = new Set(view.bounds.write ? view.collections('create_document', path => [['POST', path]]) : [])
  const names = [...new Set([...readable, ...writable])].toSorted()
  return names.map(name => ({ name, writable: writable.has(name) }))
}
