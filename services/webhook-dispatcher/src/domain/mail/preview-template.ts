import type { TemplateForm } from '@sluice/contracts'
import type { Template } from '../template/parse-template.ts'
import {
  escapeForHtml,
  escapeForJson,
  isValidJson,
  renderTemplate,
  type TemplateView,
} from '../template/render-template.ts'
import { oneLine } from './plan-mail.ts'

export type Preview =
  | { kind: 'preview'; output: string; validJson: boolean | null; variables: string[] }
  | { kind: 'failed'; reason: string }

const asIs = (text: string) => text
const ESCAPES: Readonly<Record<TemplateForm, (text: string) => string>> = {
  json: escapeForJson,
  html: escapeForHtml,
  subject: asIs,
  text: asIs,
}

/** What a template gives for a view, under the limits of a delivery. */
export function previewTemplate(template: Template, view: TemplateView, form: TemplateForm): Preview {
  const rendered = renderTemplate(template, view, ESCAPES[form])
  if (rendered.kind === 'failed') return rendered
  const output = form === 'subject' ? oneLine(rendered.text) : rendered.text
  const validJson = form === 'json' ? isValidJson(output) : null
  return { kind: 'preview', output, validJson, variables: variablesOf(template) }
}

/** The names that a template uses, each once, in their order; inside a section they may be those of its value. */
export function variablesOf(template: Template): string[] {
  const names = new Set<string>()
  addNames(template, names)
  return [...names]
}

function addNames(template: Template, names: Set<string>): void {
  for (const node of template) {
    if (node.kind === 'text') continue
    if (node.path.length > 0) names.add(node.path.join('.'))
    if (node.kind === 'section') addNames(node.children, names)
  }
}
