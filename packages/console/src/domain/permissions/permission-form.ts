import { printed, readJson } from '../json-text.ts'
import { idText } from './permission-id.ts'
import { isFields } from './shown-permission.ts'

export const PERMISSION_RULES = ['readFilter', 'writeFilter', 'mergeRequest', 'projectResponse'] as const
export type PermissionRule = (typeof PERMISSION_RULES)[number]
export const PERMISSION_FLAGS = [
  'allowManagementRequests',
  'allowBulkPatch',
  'allowBulkDelete',
  'allowWriteMode',
] as const
export type PermissionFlag = (typeof PERMISSION_FLAGS)[number]

/** A permission as it is typed: numbers and rules are texts yet. An empty text is a field that is left out. */
export type PermissionForm = Readonly<Record<PermissionRule, string>> & {
  id: string
  description: string
  roles: string
  predicate: string
  priority: string
  flags: readonly PermissionFlag[]
  hasKeys: boolean
  keyRoles: string
  maxDays: string
  maxKeys: string
  areKeysBound: boolean
  allowedIps: string
  rateLimit: string
  hasAssistants: boolean
  tools: string
  toolCollections: string
  toolApps: string
  /** Undefined where the permission does not say. */
  mayToolsWrite: boolean | undefined
  /** When a person is asked before a tool deletes; empty where the permission does not say. */
  consent: string
  maxResultBytes: string
}

export type PermissionFields = Readonly<Record<string, unknown>>

/** What stands in answers, and is no field of a permission. */
const ANSWERED = ['_etag', '_warnings']

/** A permission without what an answer adds to it. */
export const fieldsOf = (document: PermissionFields): PermissionFields =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !ANSWERED.includes(name)))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const listOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(' ') : '')
const ruleText = (value: unknown): string => (value === undefined ? '' : printed(value))

/** The form of a permission; what it has no place for is left out. */
export function formOf(document: PermissionFields): PermissionForm {
  const mongo = isFields(document.mongo) ? document.mongo : {}
  return {
    id: idText(document._id) ?? '',
    description: textOf(document.description),
    roles: listOf(document.roles),
    predicate: textOf(document.predicate),
    priority: textOf(document.priority),
    flags: PERMISSION_FLAGS.filter(flag => mongo[flag] === true),
    readFilter: ruleText(mongo.readFilter),
    writeFilter: ruleText(mongo.writeFilter),
    mergeRequest: ruleText(mongo.mergeRequest),
    projectResponse: ruleText(mongo.projectResponse),
    ...keyFormOf(document),
    ...assistantFormOf(document.mcp),
  }
}

function keyFormOf({ apiKeys, keyRules }: PermissionFields) {
  const keys = isFields(apiKeys) ? apiKeys : {}
  const bounds = isFields(keyRules) ? keyRules : {}
  return {
    hasKeys: isFields(apiKeys),
    keyRoles: listOf(keys.roles),
    maxDays: textOf(keys['max-expires-in-days']),
    maxKeys: textOf(keys['max-keys-per-user']),
    areKeysBound: isFields(keyRules),
    allowedIps: listOf(bounds.allowedIps),
    rateLimit: textOf(bounds.rateLimit),
  }
}

function assistantFormOf(mcp: unknown) {
  const offer = isFields(mcp) ? mcp : {}
  return {
    hasAssistants: isFields(mcp),
    tools: listOf(offer.tools),
    toolCollections: listOf(offer.collections),
    toolApps: listOf(offer.apps),
    mayToolsWrite: typeof offer.write === 'boolean' ? offer.write : undefined,
    consent: textOf(offer.confirm),
    maxResultBytes: textOf(offer.maxResultBytes),
  }
}

/**
 * The permission that a form stands for. What is no number or no JSON is sent as it was typed, so that the service says
 * what is wrong.
 * @param id of the permission that is there, as it was read; a new one has the id that is typed, or none
 */
export function documentOf(form: PermissionForm, id?: unknown): PermissionFields {
  const named = id === undefined ? form.id.trim() : id
  const rules = PERMISSION_RULES.flatMap(rule => given(rule, ruleOf(form[rule])))
  const mongo = Object.fromEntries([...rules, ...form.flags.map(flag => [flag, true] as const)])
  return Object.fromEntries([
    ...given('_id', named),
    ...given('description', form.description),
    ['roles', namesIn(form.roles)],
    ['predicate', form.predicate],
    ...given('priority', numberOf(form.priority)),
    ...(Object.keys(mongo).length > 0 ? [['mongo', mongo] as const] : []),
    ...(form.hasKeys ? [['apiKeys', keysOf(form)] as const] : []),
    ...(form.areKeysBound ? [['keyRules', boundsOf(form)] as const] : []),
    ...(form.hasAssistants ? [['mcp', assistantsOf(form)] as const] : []),
  ])
}

const given = (name: string, value: unknown): readonly (readonly [string, unknown])[] =>
  value === '' ? [] : [[name, value]]

const keysOf = ({ keyRoles, maxDays, maxKeys }: PermissionForm): PermissionFields =>
  Object.fromEntries([
    ['roles', namesIn(keyRoles)],
    ...given('max-expires-in-days', numberOf(maxDays)),
    ...given('max-keys-per-user', numberOf(maxKeys)),
  ])

const boundsOf = ({ allowedIps, rateLimit }: PermissionForm): PermissionFields =>
  Object.fromEntries([...givenNames('allowedIps', allowedIps), ...given('rateLimit', numberOf(rateLimit))])

const assistantsOf = (form: PermissionForm): PermissionFields =>
  Object.fromEntries([
    ...givenNames('tools', form.tools),
    ...givenNames('collections', form.toolCollections),
    ...givenNames('apps', form.toolApps),
    ...(form.mayToolsWrite === undefined ? [] : [['write', form.mayToolsWrite] as const]),
    ...given('confirm', form.consent),
    ...given('maxResultBytes', numberOf(form.maxResultBytes)),
  ])

const givenNames = (name: string, text: string): readonly (readonly [string, readonly string[]])[] =>
  namesIn(text).length > 0 ? [[name, namesIn(text)]] : []

/** Names with blanks, commas or line breaks between, as they are typed and pasted. */
const namesIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter(name => name !== '')

function numberOf(text: string): number | string {
  const trimmed = text.trim()
  return trimmed === '' || Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}

function ruleOf(text: string): unknown {
  if (text.trim() === '') return ''
  const read = readJson(text)
  return read.kind === 'read' ? read.value : text
}

/** A permission that is typed: in the form, or as JSON where that was typed last. */
export type PermissionDraft = { form: PermissionForm; text: string | undefined }

/** Begins with a permission: as JSON too where the form has no place for all of it. */
export function draftOf(document: PermissionFields): PermissionDraft {
  const fields = fieldsOf(document)
  const form = formOf(fields)
  const isWhole = sorted(documentOf(form, fields._id)) === sorted(fields)
  return { form, text: isWhole ? undefined : printed(fields) }
}

/** JSON with the fields of each object in one order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isFields(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

const TEXTS = [
  'id',
  'description',
  'roles',
  'predicate',
  'priority',
  'tools',
  'toolCollections',
  'toolApps',
  'consent',
  'maxResultBytes',
  ...PERMISSION_RULES,
] as const

/** Whether a value that was kept is a permission that was typed. */
export const isPermissionDraft = (value: unknown): value is PermissionDraft =>
  isFields(value) &&
  isFields(value.form) &&
  Array.isArray(value.form.flags) &&
  TEXTS.every(name => isFields(value.form) && typeof value.form[name] === 'string') &&
  (value.text === undefined || typeof value.text === 'string')
