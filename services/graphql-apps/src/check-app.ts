import {
  type AppDocument,
  appDocument,
  displayNameFault,
  displayTextFault,
  type FieldError,
  fieldErrors,
  type Refusal,
  refuse,
} from '@sluice/contracts'
import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { newAppId } from './domain/app-identity.ts'
import { type AppRules, compileApp } from './domain/compile-app.ts'
import type { AppId } from './ports/app-store.ts'

type AppCheck = { kind: 'valid'; app: AppDocument } | { kind: 'faulty'; faults: readonly FieldError[] }

const sources = appDocument.pick({ schema: true, mappings: true })
const MAX_FAULTS = 100

/** What an app is checked against. `stored`: the app that it replaces; a name that is stored already stays as it is. */
type AppCheckScene = { id: AppId | undefined; rules: AppRules; stored?: Document | undefined }

/**
 * Checks an app whole, as it would be saved: shape, schema and mappings; every fault at once. An app without a name is
 * called by its `_id`.
 */
export function checkApp(sent: Document, { id, rules, stored }: AppCheckScene): AppCheck {
  const input = withName(sent, id)
  const parsed = appDocument.safeParse(input)
  const faults = parsed.success ? displayFaults(parsed.data, stored) : fieldErrors(parsed.error)
  const source = sources.safeParse({ schema: input.schema, mappings: input.mappings })
  if (source.success) {
    const descriptor = parsed.success ? parsed.data.descriptor : { name: '-', enabled: true }
    const compiled = compileApp({ ...source.data, descriptor }, rules)
    if (compiled.kind === 'faulty') faults.push(...compiled.faults)
    faults.push(...compiled.flaws)
  }
  if (parsed.success && faults.length === 0) return { kind: 'valid', app: parsed.data }
  return { kind: 'faulty', faults: faults.slice(0, MAX_FAULTS) }
}

function withName(app: Document, id: AppId | undefined): Document {
  const { descriptor = {} } = app
  if (id === undefined || !isDocument(descriptor) || descriptor.name !== undefined) return app
  return { ...app, descriptor: { name: String(id), ...descriptor } }
}

const shownTexts = appDocument.shape.descriptor.pick({ name: true, description: true }).partial()

function displayFaults({ descriptor }: AppDocument, stored: Document | undefined): FieldError[] {
  const before = shownTexts.strip().safeParse(stored?.descriptor).data
  const { name, description = '' } = descriptor
  const faults = {
    name: name === before?.name ? undefined : displayNameFault(name),
    description: description === before?.description ? undefined : displayTextFault(description),
  }
  return Object.entries(faults).flatMap(([field, message]) =>
    message ? [{ path: `descriptor.${field}`, message }] : [],
  )
}

type NewAppCheck = { kind: 'valid'; app: AppDocument; id: AppId } | { kind: 'faulty'; faults: readonly FieldError[] }

/** Checks an app that is to be created, its `_id` too. */
export function checkNewApp(body: Document, rules: AppRules): NewAppCheck {
  const identity = newAppId(body._id)
  const id = 'fault' in identity ? undefined : identity.id
  const check = checkApp({ ...body, _id: undefined, _etag: undefined }, { id, rules })
  const faults = check.kind === 'faulty' ? [...check.faults] : []
  if ('fault' in identity) faults.push({ path: '_id', message: identity.fault })
  if (check.kind === 'faulty' || 'fault' in identity) return { kind: 'faulty', faults }
  return { kind: 'valid', app: check.app, id: identity.id }
}

/** @param what was not saved */
export function refuseFaulty(faults: readonly FieldError[], what = 'The app was'): Refusal {
  const [first] = faults
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const detail = `${what} not saved. ${first?.path || 'It'}: ${first?.message ?? ''}${more}`
  return refuse('VALIDATION_FAILED', detail, faults.slice(0, MAX_FAULTS))
}
