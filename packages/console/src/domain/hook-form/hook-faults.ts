import { type FormFaults, sortFaults } from '../form-faults.ts'
import { addressesIn, type HookDraft, partsOf } from './hook-draft.ts'

const FIELDS = [
  'name',
  'condition',
  'enabled',
  'maxPerMinute',
  'retry.attempts',
  'retry.schedule',
  'retry',
  'disableAfter.failures',
  'disableAfter.days',
  'disableAfter',
  'contact',
  'url',
  'timeout_ms',
  'headers',
  'transform.template',
  'signature.prefix',
  'signature.second.header',
  'signature.second.label',
  'signature.second.secret',
  'signature.second',
  'signature',
  'email.to',
  'email.cc',
  'email.subject',
  'email.bodyType',
  'email.bodyTemplate',
]

/** Fields that are one text in the form and a list in the document. */
const LISTS: Readonly<Record<string, (draft: HookDraft) => readonly string[]>> = {
  'retry.schedule': ({ schedule }) => partsOf(schedule),
  contact: ({ contact }) => addressesIn(contact),
  'email.to': ({ to }) => addressesIn(to),
  'email.cc': ({ cc }) => addressesIn(cc),
}

type HookFault = { path: string; message: string }

/** The faults of a webhook at the fields of its form. @param sent the form that was refused */
export function hookFaults({ errors = [] }: { errors?: readonly HookFault[] }, sent: HookDraft): FormFaults {
  return sortFaults({ errors: errors.map(fault => withValue(fault, sent)) }, FIELDS)
}

/** A fault of one value among several names it. */
function withValue({ path, message }: HookFault, sent: HookDraft): HookFault {
  const dot = path.lastIndexOf('.')
  const value = LISTS[path.slice(0, dot)]?.(sent)[Number(path.slice(dot + 1))]
  return { path, message: value === undefined ? message : `“${value}”: ${message}` }
}
