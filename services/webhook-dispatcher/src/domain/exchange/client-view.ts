import type { TemplateView } from '../template/render-template.ts'
import { isNestedDeeper } from './nesting.ts'

const MAX_DEPTH = 64

type Fields = Readonly<Record<string, unknown>>
type ClientView = { kind: 'view'; view: TemplateView } | { kind: 'too-deep' }

/** A view that a client sent, as templates see it: headers of request and response are found whatever their case. */
export function clientView(root: Fields): ClientView {
  if (isNestedDeeper(root, MAX_DEPTH)) return { kind: 'too-deep' }
  const headers = new Set<object>()
  const shown = Object.entries(root).map(([name, value]): [string, unknown] =>
    (name === 'request' || name === 'response') && isFields(value)
      ? [name, withHeaders(value, headers)]
      : [name, value],
  )
  return { kind: 'view', view: { root: Object.fromEntries(shown), headers } }
}

function withHeaders(message: Fields, headers: Set<object>): Fields {
  if (!isFields(message.headers)) return message
  const lowered = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  headers.add(lowered)
  return { ...message, headers: lowered }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
