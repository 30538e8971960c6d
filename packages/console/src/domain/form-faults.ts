import { fieldOfPath } from './field-of-path.ts'

type FaultList = { errors?: readonly { path: string; message: string }[] }

/** The faults of a form: those below its fields, and those that belong to none of them. */
export type FormFaults = { byField: Readonly<Record<string, string>>; others: readonly string[] }

/** Sorts the faults of a refusal to the fields of a form. @param fields names that paths begin with */
export function sortFaults({ errors = [] }: FaultList, fields: readonly string[]): FormFaults {
  const byField: Record<string, string> = {}
  const others: string[] = []
  for (const { path, message } of errors) {
    const field = fieldOfPath(path, fields)
    if (field === undefined) others.push(path === '' ? message : `${path}: ${message}`)
    else byField[field] = byField[field] === undefined ? message : `${byField[field]} ${message}`
  }
  return { byField, others }
}
