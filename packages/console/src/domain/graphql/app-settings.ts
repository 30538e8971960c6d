import { isTypedForm, type TypedForm } from '../typed-form.ts'

type LimitName = 'maxDepth' | 'maxAliases' | 'maxTokens' | 'maxDocuments' | 'timeoutMs'

/** The settings of an app, beside its schema and mappings, as the API gives them. */
type SavedSettings = {
  name: string
  description?: string | null
  enabled?: boolean
  uri?: string | null
  introspection?: boolean
  get?: boolean
  httpBatching?: boolean
  documents?: 'any' | 'trusted'
  access?: 'endpoint' | 'collections'
  limits?: Partial<Record<LimitName, number | null>> | null
}

/** The same as a form: a text for each field that is typed, and what an app does where nothing is said. */
export type SettingsForm = {
  name: string
  description: string
  uri: string
  enabled: boolean
  introspection: boolean
  get: boolean
  httpBatching: boolean
  documents: 'any' | 'trusted'
  access: 'endpoint' | 'collections'
  limits: Readonly<Record<LimitName, string>>
}

/** The limits of a query, with what holds where an app says nothing (docs/reference/mappings.md). */
export const APP_LIMITS: readonly { name: LimitName; label: string; usual: number }[] = [
  { name: 'maxDepth', label: 'Deepest nesting', usual: 12 },
  { name: 'maxAliases', label: 'Aliases', usual: 30 },
  { name: 'maxTokens', label: 'Tokens', usual: 5_000 },
  { name: 'maxDocuments', label: 'Documents of an answer', usual: 10_000 },
  { name: 'timeoutMs', label: 'Time, in ms', usual: 5_000 },
]

const textOf = (value: string | number | null | undefined): string => (value == null ? '' : String(value))

export function formOf({ limits, ...saved }: SavedSettings): SettingsForm {
  const text = (name: LimitName) => textOf(limits?.[name])
  return {
    name: saved.name,
    description: textOf(saved.description),
    uri: textOf(saved.uri),
    enabled: saved.enabled ?? true,
    introspection: saved.introspection ?? true,
    get: saved.get ?? false,
    httpBatching: saved.httpBatching ?? false,
    documents: saved.documents ?? 'any',
    access: saved.access ?? 'endpoint',
    limits: {
      maxDepth: text('maxDepth'),
      maxAliases: text('maxAliases'),
      maxTokens: text('maxTokens'),
      maxDocuments: text('maxDocuments'),
      timeoutMs: text('timeoutMs'),
    },
  }
}

/** A number that was typed; another text goes to the service as it is, which says what is wrong with it. */
const limitOf = (text: string): number | string | null => {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isNaN(value) ? text : value
}

/** Gives a newer form with what was typed: fields that were not touched are those of the newer one. */
export const settingsOver = (newer: SettingsForm, { begun, form }: TypedForm<SettingsForm>): SettingsForm =>
  Object.assign({}, newer, changedFields(begun, form), {
    limits: Object.assign({}, newer.limits, changedFields(begun.limits, form.limits)),
  })

const changedFields = (before: object, after: object): object =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== Reflect.get(before, name)))

const isSettingsForm = (value: unknown): value is SettingsForm =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(formOf({ name: '' })).every(name => name in value) &&
  'limits' in value &&
  typeof value.limits === 'object' &&
  value.limits !== null

/** Whether a value that was kept has all parts of typed settings. */
export const areTypedSettings = isTypedForm(isSettingsForm)

/** Gives the difference of two forms as a merge patch: null takes a field away. */
export function changeOf(before: SettingsForm, after: SettingsForm): Readonly<Record<string, unknown>> {
  const change: Record<string, unknown> = {}
  for (const name of ['name', 'enabled', 'introspection', 'get', 'httpBatching', 'documents', 'access'] as const) {
    if (before[name] !== after[name]) change[name] = after[name]
  }
  for (const name of ['description', 'uri'] as const) {
    if (before[name] !== after[name]) change[name] = after[name] === '' ? null : after[name]
  }
  const limits = APP_LIMITS.filter(({ name }) => before.limits[name] !== after.limits[name])
  if (limits.length > 0) {
    change.limits = Object.fromEntries(limits.map(({ name }) => [name, limitOf(after.limits[name])]))
  }
  return change
}
