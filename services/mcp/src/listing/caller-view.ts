import { isDeepStrictEqual } from 'node:util'
import { type AccessRequest, type Acl, couldAdmit } from '@sluice/access'
import { type PluginId, pluginId } from '@sluice/contracts'
import { type CollectionTiering, readUser } from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { EJSON } from 'bson'
import { LRUCache } from 'lru-cache'
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

/** Opens views of callers; that of one who comes again is the same object as long as nothing has changed for anybody. */
export type CallerViews = {
  open(viewed: ViewedCaller): Promise<CallerView>
  /** What views that are opened now go by. */
  acl(): Acl
}

/** What all views of one moment are made of. */
type OfferState = { acl: Acl; names: readonly string[]; apps: readonly ToolApp[]; plugins: readonly PluginId[] }

const MAX_VIEWS = 200

export function createCallerViews({ acl, collectionNames, apps, isPluginOn }: ListingSources): CallerViews {
  const views = new LRUCache<string, CallerView>({ max: MAX_VIEWS })
  let latest: OfferState | undefined
  const readState = (names: readonly string[]): OfferState => ({
    acl: acl(),
    names,
    apps: apps(),
    plugins: pluginId.options.filter(isPluginOn),
  })
  return {
    acl,
    async open(viewed) {
      const state = readState(await collectionNames.list())
      const key = EJSON.stringify([viewed.caller, viewed.bounds.mark], { relaxed: false })
      // Views of before would keep permissions in memory that are no more.
      if (!latest || !isSameOffer(latest, state)) views.clear()
      latest = state
      const view = views.get(key) ?? viewOf(state, viewed)
      views.set(key, view)
      return view
    },
  }
}

const isSameOffer = (one: OfferState, other: OfferState): boolean =>
  one.acl === other.acl &&
  one.names === other.names &&
  one.apps === other.apps &&
  isDeepStrictEqual(one.plugins, other.plugins)

function viewOf(
  { acl: permissions, names: all, apps, plugins }: OfferState,
  { caller, bounds, tiering }: ViewedCaller,
): CallerView {
  const names = all.filter(bounds.allowsCollection)

  const mayAsk: CallerView['mayAsk'] = (tool, asks) =>
    asks.some(([method, path]) => couldAdmit(permissions, { method, path, tool, ...caller }))

  const allApps = () => apps.filter(({ uri }) => bounds.allowsApp(uri))

  return {
    bounds,
    tiering,
    isPluginOn: plugin => plugins.includes(plugin),
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
