import type { FieldError } from '@sluice/contracts'
import type { z } from 'zod'
import { valueAt } from './stored-value.ts'

type Issue = z.core.$ZodIssue

/** What is wrong with a permission, by field; a field that is not known is named itself, not the object around it. */
export function fieldErrors(issues: readonly Issue[], document: unknown): FieldError[] {
  return issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownField(path, key))
    return [{ path: path.join('.'), message: messageOf(issue, valueAt(document, path)) }]
  })
}

function unknownField(path: readonly string[], key: string): FieldError {
  const owner = path.join('.')
  const known = KNOWN_FIELDS.get(owner)
  const help = known ? ` The fields of ${owner} are: ${known}.` : ''
  return { path: [...path, key].join('.'), message: `There is no field "${key}"${owner ? ` in ${owner}` : ''}.${help}` }
}

const KNOWN_FIELDS = new Map([['apiKeys', 'roles, max-expires-in-days, max-keys-per-user']])

function messageOf(issue: Issue, given: unknown): string {
  if (given === undefined) return 'It is missing.'
  if (issue.code !== 'invalid_type') return issue.message
  return `It must be ${/^[aio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}.`
}
