import type { Bindings, Scope } from '../attributes.ts'
import type { CallInput, Definition, PredicateCheck } from '../definition.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { IndexPlace } from '../index-key.ts'
import { fault, type SyntaxFault, type Value } from '../language/syntax.ts'
import { type Operand, resolveText, shorten, showOperand } from '../operand.ts'
import { normalisePath } from './paths.ts'

type TemplateSegment = { kind: 'literal'; text: string } | { kind: 'variable'; name: string }
type PathTemplate = { kind: 'template'; segments: readonly TemplateSegment[]; hasRest: boolean }

const OWN_PATH = '%R'

/** `{x}` is one segment, `*` at the end the rest, which may be empty. */
export const pathTemplate: Definition = {
  parameters: [
    { name: 'value', takes: 'text' },
    { name: 'match', takes: 'operand', fallback: OWN_PATH },
  ],
  defaultParameter: 'value',
  build,
}

function build({ text, operand }: CallInput): PredicateCheck | SyntaxFault {
  const template = parseTemplate(text('value'))
  if (template.kind === 'fault') return template
  const match = operand('match')
  const subject = subjectOf(match)
  const names = template.segments.flatMap(segment => (segment.kind === 'variable' ? [segment.name] : []))
  return {
    kind: 'check',
    test(exchange, scope) {
      const path = subject(exchange, scope)
      return path === undefined ? 'unknown' : walk(template, path)
    },
    because: (exchange, scope) =>
      match.source === OWN_PATH ? `the path was ${shorten(exchange.path)}` : showOperand(match, exchange, scope),
    binds: template.hasRest ? [...names, '*'] : names,
    bind(exchange, bindings) {
      walk(template, subject(exchange, bindings) ?? '', bindings)
    },
    keys: match.source === OWN_PATH ? [{ place: placeOf(template) }] : undefined,
  }
}

/** The request's path is canonical already; any other text is made so first. */
function subjectOf(match: Operand): (exchange: Exchange, scope: Scope) => string | undefined {
  if (match.source === OWN_PATH) return exchange => exchange.path
  return (exchange, scope) => {
    const text = resolveText(match, exchange, scope)
    return text === undefined ? undefined : normalisePath(text)
  }
}

function parseTemplate({ text, offset }: Value): PathTemplate | SyntaxFault {
  const names = text.split('/').filter(Boolean)
  const hasRest = names.at(-1) === '*'
  const segments: TemplateSegment[] = []
  const seen = new Set<string>()
  for (const name of hasRest ? names.slice(0, -1) : names) {
    const segment = parseSegment(name, offset)
    if (segment.kind === 'fault') return segment
    if (segment.kind === 'variable' && seen.has(segment.name)) {
      return fault(offset, `{${segment.name}} stands twice in the template.`)
    }
    if (segment.kind === 'variable') seen.add(segment.name)
    segments.push(segment)
  }
  return { kind: 'template', segments, hasRest }
}

function parseSegment(text: string, offset: number): TemplateSegment | SyntaxFault {
  const variable = /^\{([^{}*]+)\}$/.exec(text)?.[1]
  if (variable !== undefined) return { kind: 'variable', name: variable }
  if (/[{}]/.test(text)) return fault(offset, `"${text}": a {name} takes a whole segment of the template.`)
  if (text.includes('*')) return fault(offset, `"${text}": a * stands alone, as the last segment of the template.`)
  return { kind: 'literal', text }
}

/** Goes along the path segment by segment without cutting it up; binds what the variables stand for. */
function walk({ segments, hasRest }: PathTemplate, path: string, bindings?: Bindings): boolean {
  let slash = 0
  for (const segment of segments) {
    const end = endOfFitting(segment, path, slash + 1)
    if (end === undefined) return false
    if (bindings && segment.kind === 'variable') bindings.set(segment.name, path.slice(slash + 1, end))
    slash = end
  }
  if (hasRest) bindings?.set('*', path.slice(slash + 1))
  return hasRest || slash === path.length || path === '/'
}

/** Finds the end of the path's segment that begins at `start`, if it is there and fits. */
function endOfFitting(segment: TemplateSegment, path: string, start: number): number | undefined {
  const slash = path.indexOf('/', start)
  const end = slash < 0 ? path.length : slash
  if (end <= start) return undefined
  if (segment.kind === 'variable') return end
  return end - start === segment.text.length && path.startsWith(segment.text, start) ? end : undefined
}

function placeOf({ segments, hasRest }: PathTemplate): IndexPlace {
  const fixed = segments.map(segment => (segment.kind === 'literal' ? segment.text : undefined))
  return { kind: 'template', segments: fixed, hasRest }
}
