import { type AppDocument, appDocument, type FieldError, type Refusal, refuse } from '@sluice/contracts'
import { fieldErrors } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { type AppRules, compileApp } from './domain/compile-app.ts'

export type AppCheck = { kind: 'valid'; app: AppDocument } | { kind: 'faulty'; faults: readonly FieldError[] }

const sources = appDocument.pick({ schema: true, mappings: true })
const MAX_FAULTS = 100

/** Checks an app whole, as it would be saved: shape, schema and mappings; every fault at once. */
export function checkApp(input: Document, rules: AppRules): AppCheck {
  const parsed = appDocument.safeParse(input)
  const faults = parsed.success ? [] : fieldErrors(parsed.error)
  const source = sources.safeParse({ schema: input.schema, mappings: input.mappings })
  if (source.success) {
    const descriptor = parsed.success ? parsed.data.descriptor : { name: '-', enabled: true }
    const compiled = compileApp({ ...source.data, descriptor }, rules)
    if (compiled.kind === 'faulty') faults.push(...compiled.faults)
  }
  if (parsed.success && faults.length === 0) return { kind: 'valid', app: parsed.data }
  return { kind: 'faulty', faults: faults.slice(0, MAX_FAULTS) }
}

export function refuseFaulty(faults: readonly FieldError[]): Refusal {
  const [first] = faults
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const detail = `The app was not saved. ${first?.path || 'It'}: ${first?.message ?? ''}${more}`
  return refuse('VALIDATION_FAILED', detail, faults)
}
