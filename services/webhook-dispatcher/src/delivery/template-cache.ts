import { parseTemplate, type TemplateResult } from '../domain/template/parse-template.ts'
import type { TemplateOf } from '../domain/template/render-template.ts'

const MAX_TEMPLATES = 200

/** Parses each template once; keeps the last 200 that were used. */
export function createTemplateCache(): TemplateOf {
  const parsed = new Map<string, TemplateResult>()
  return text => {
    const result = parsed.get(text) ?? parseTemplate(text)
    parsed.delete(text)
    parsed.set(text, result)
    const [oldest] = parsed.keys()
    if (parsed.size > MAX_TEMPLATES && oldest !== undefined) parsed.delete(oldest)
    return result
  }
}
