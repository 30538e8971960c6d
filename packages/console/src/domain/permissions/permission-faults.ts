import { type FormFaults, sortFaults } from '../form-faults.ts'
import { jsonPlace, type TextPlace } from '../graphql/json-place.ts'
import { readJson } from '../json-text.ts'
import { PERMISSION_RULES, type PermissionForm, type PermissionRule } from './permission-form.ts'

/** A fault that the service finds in a permission. `line`, `column`: in the predicate. */
type SavedFault = { path: string; message: string; line?: number; column?: number }
type PlacedMark = TextPlace & { message: string }

/** Where the faults of a permission are shown: at fields, and at places of texts. */
type PermissionMarks = {
  fields: FormFaults
  predicate: readonly PlacedMark[]
  rules: Readonly<Record<PermissionRule, readonly PlacedMark[]>>
  /** All of them, in the permission as JSON. */
  json: readonly PlacedMark[]
}

const FIELDS = [
  '_id',
  'description',
  'roles',
  'predicate',
  'priority',
  ...PERMISSION_RULES.map(rule => `mongo.${rule}`),
  'mongo',
  'apiKeys.roles',
  'apiKeys.max-expires-in-days',
  'apiKeys.max-keys-per-user',
  'apiKeys',
  'keyRules.allowedIps',
  'keyRules.rateLimit',
  'keyRules',
  'mcp.tools',
  'mcp.collections',
  'mcp.apps',
  'mcp.confirm',
  'mcp.maxResultBytes',
  'mcp',
]

/** @param text the permission as JSON, as it is shown */
export function markFaults(
  faults: readonly SavedFault[],
  { form, text }: { form: PermissionForm; text: string },
): PermissionMarks {
  const told = faults.map(fault => Object.assign({}, fault, { message: withoutPlace(fault.message) }))
  const ofRule = (rule: PermissionRule) => ruleMarks(told, rule, form[rule])
  return {
    fields: sortFaults({ errors: told }, FIELDS),
    predicate: told
      .filter(({ path }) => path === 'predicate')
      .map(({ message, line = 1, column = 1 }) => ({ message, line, column })),
    rules: {
      readFilter: ofRule('readFilter'),
      writeFilter: ofRule('writeFilter'),
      mergeRequest: ofRule('mergeRequest'),
      projectResponse: ofRule('projectResponse'),
    },
    json: told.map(({ path, message }) => Object.assign({ message: `${path}: ${message}` }, jsonPlace(text, path))),
  }
}

/** A rule that is no JSON is marked where it ends to be. */
function ruleMarks(faults: readonly SavedFault[], rule: PermissionRule, text: string): readonly PlacedMark[] {
  const read = text.trim() === '' ? undefined : readJson(text)
  if (read?.kind === 'unreadable') return [{ message: read.message, line: read.line, column: read.column }]
  const place = `mongo.${rule}`
  return faults
    .filter(({ path }) => path === place || path.startsWith(`${place}.`))
    .map(({ path, message }) => Object.assign({ message }, jsonPlace(text, path.slice(place.length + 1))))
}

/** The place stands beside it. */
const withoutPlace = (message: string) => message.replace(/^line \d+, column \d+: /, '')

/**
 * Leaves out what is only not there yet: while a form is being filled in nobody has to be told what is missing.
 * @param faults as they were found while typing
 */
export function faultsWhileTyping(faults: readonly SavedFault[], form: PermissionForm): readonly SavedFault[] {
  const blank: Readonly<Record<string, string>> = {
    roles: form.roles,
    predicate: form.predicate,
    'apiKeys.roles': form.keyRoles,
    'keyRules.allowedIps': form.allowedIps,
    'keyRules.rateLimit': form.rateLimit,
  }
  return faults.filter(({ path }) => blank[path]?.trim() !== '')
}
