import { isJsonNode, type JsonNode } from '@sluice/json'
import type { Template, TemplateNode, TemplateResult } from './parse-template.ts'

/** The parsed form of a template's text. */
export type TemplateOf = (text: string) => TemplateResult

export type TemplateRendering =
  | { kind: 'rendered'; text: string }
  /** Too much work or output: the template is at fault, and would be again. */
  | { kind: 'failed'; reason: string }

/**
 * `headers`: the objects in the view whose names are in lower case and are found whatever the case of the template.
 * `texts`: how objects are printed that are not printed as `JSON.stringify` would.
 */
export type TemplateView = {
  root: object
  headers: ReadonlySet<object>
  texts?: ReadonlyMap<object, () => string>
}

const MAX_OUTPUT_BYTES = 256 * 1024
/** Nodes, each time they are rendered. Counted, not timed, so that a busy machine fails nobody's delivery. */
const MAX_STEPS = 50_000

type RenderRun = {
  view: TemplateView
  escapeText: (text: string) => string
  parts: string[]
  bytes: number
  steps: number
  fault: string | undefined
}

/** The values that names are looked up in, from the outermost to the innermost section. */
type SectionScope = { value: unknown; outer: SectionScope | undefined }

/**
 * Renders within a budget: 256 KiB of output, 50,000 steps. Sees own properties only; functions are never called.
 * @param escapeText applied to `{{name}}`, not to `{{{name}}}`
 */
export function renderTemplate(
  template: Template,
  view: TemplateView,
  escapeText: (text: string) => string,
): TemplateRendering {
  const run: RenderRun = { view, escapeText, parts: [], bytes: 0, steps: 0, fault: undefined }
  renderNodes(template, { value: view.root, outer: undefined }, run)
  return run.fault === undefined
    ? { kind: 'rendered', text: run.parts.join('') }
    : { kind: 'failed', reason: run.fault }
}

/** Renders what a template was parsed to; one that is none has failed. */
export const renderText = (
  parsed: TemplateResult,
  view: TemplateView,
  escapeText: (text: string) => string,
): TemplateRendering =>
  parsed.kind === 'invalid'
    ? { kind: 'failed', reason: parsed.message }
    : renderTemplate(parsed.template, view, escapeText)

/** For a value inside a JSON text: what stands between the quotes of a string. */
export const escapeForJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '=': '&#61;',
}

/** For a value inside an HTML text, or in an attribute with or without quotes. */
export const escapeForHtml = (text: string): string =>
  text.replaceAll(/[&<>"'`=]/g, character => HTML_ENTITIES[character] ?? character)

/** Whether an output can be parsed; a template may produce anything. */
export function isValidJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** @returns whether the budget still allows more */
function renderNodes(nodes: Template, scope: SectionScope, run: RenderRun): boolean {
  return nodes.every(node => spendStep(run, node) && renderNode(node, scope, run))
}

/** So many names of one path are one step: a long one is as much work as many short ones. */
const NAMES_PER_STEP = 8

function spendStep(run: RenderRun, node?: TemplateNode): boolean {
  run.steps += 1 + (node && node.kind !== 'text' ? Math.floor(node.path.length / NAMES_PER_STEP) : 0)
  if (run.steps > MAX_STEPS) {
    run.fault = `Rendering took more than ${MAX_STEPS} steps. Use fewer or smaller lists inside lists.`
  }
  return run.fault === undefined
}

function renderNode(node: TemplateNode, scope: SectionScope, run: RenderRun): boolean {
  if (node.kind === 'text') return write(node.text, run)
  const value = lookUp(node.path, scope, run.view)
  if (node.kind === 'section') return renderSection(node, { value, outer: scope }, run)
  const text = printValue(value, run.view)
  return write(node.isRaw ? text : run.escapeText(text), run)
}

type Section = Extract<TemplateNode, { kind: 'section' }>

function renderSection({ isInverted, children }: Section, scope: SectionScope, run: RenderRun): boolean {
  const { value, outer } = scope
  const items = itemsOf(value)
  const isEmpty = items ? items.length === 0 : isFalse(value)
  if (isInverted) return isEmpty && outer ? renderNodes(children, outer, run) : true
  if (isEmpty) return true
  if (!items) return renderNodes(children, scope, run)
  return items.every(item => spendStep(run) && renderNodes(children, { value: item, outer }, run))
}

const isFalse = (value: unknown): boolean => (isJsonNode(value) ? value.kind !== 'object' && !value.value() : !value)

/** @returns undefined of what is no list */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (isJsonNode(value)) return value.kind === 'array' ? value.items() : undefined
  return Array.isArray(value) ? value : undefined
}

/** The first name is searched outwards, the others lead down from there, as in Mustache. */
function lookUp(path: readonly string[], scope: SectionScope, view: TemplateView): unknown {
  const [first, ...rest] = path
  if (first === undefined) return scope.value
  for (let at: SectionScope | undefined = scope; at; at = at.outer) {
    const found = ownProperty(at.value, first, view)
    if (found !== undefined) return rest.reduce((value: unknown, name) => ownProperty(value, name, view), found)
  }
  return undefined
}

function ownProperty(value: unknown, name: string, view: TemplateView): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (isJsonNode(value)) return memberOf(value, name)
  const key = view.headers.has(value) ? name.toLowerCase() : name
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** Reads a member as of the values that `JSON.parse` gives: a list has its places and its length. */
function memberOf(node: JsonNode, name: string): unknown {
  if (node.kind !== 'array') return node.member(name)
  if (name === 'length') return node.items().length
  return /^(?:0|[1-9]\d*)$/.test(name) ? node.items()[Number(name)] : undefined
}

function printValue(value: unknown, view: TemplateView): string {
  if (value === undefined || value === null) return ''
  if (isJsonNode(value)) return printNode(value)
  if (typeof value === 'object') return view.texts?.get(value)?.() ?? JSON.stringify(value)
  return String(value)
}

function printNode(node: JsonNode): string {
  if (node.kind === 'null') return ''
  return node.kind === 'string' ? String(node.value()) : node.text
}

function write(text: string, run: RenderRun): boolean {
  run.bytes += Buffer.byteLength(text)
  if (run.bytes > MAX_OUTPUT_BYTES) run.fault = `The output is larger than ${MAX_OUTPUT_BYTES / 1024} KiB.`
  else run.parts.push(text)
  return run.fault === undefined
}
