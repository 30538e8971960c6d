import { z } from 'zod'

type Issue = z.core.$ZodRawIssue
type SizeIssue = { origin: string; exact?: boolean }

/**
 * What clients read where a schema has no words of its own: what is expected, in plain English, never the value that
 * was sent. Set for all schemas of a process, as this package is loaded by every one.
 */
z.config({ customError: wordingOf })

function wordingOf(issue: Issue): string {
  return valueWording(issue) ?? structureWording(issue) ?? 'It is not as it must be.'
}

function valueWording(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeWording(issue.expected, issue.input)
    case 'invalid_value':
      return `${opening(issue.input)} must be ${oneOf(issue.values)}.`
    case 'too_small':
      return sizeWording(issue, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return sizeWording(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')
    case 'not_multiple_of':
      return `It must be a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return formatWording(issue.format)
    default:
      return undefined
  }
}

function structureWording(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return knownFields(issue.inst)
    case 'invalid_union':
      return unionWording(issue)
    case 'invalid_key':
      return `This is no name that can stand here. ${messagesOf(issue.issues)}`
    case 'invalid_element':
      return `One of its values is not as it must be. ${messagesOf(issue.issues)}`
    default:
      return undefined
  }
}

const opening = (given: unknown) => (given === undefined ? 'It is missing: it' : 'It')

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  null: 'null',
  undefined: 'left out',
  never: 'left out',
}

const typeName = (type: string) => TYPES[type] ?? `of the type ${type}`

function typeWording(expected: string, given: unknown): string {
  if (given === undefined) return `${opening(given)} must be ${typeName(expected)}.`
  const type = given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given
  const isSame = type === expected || type === 'undefined' || expected === 'int' || expected === 'date'
  return isSame ? `It must be ${typeName(expected)}.` : `It must be ${typeName(expected)}, not ${givenName(type)}.`
}

const givenName = (type: string) => (type === 'boolean' ? 'true or false' : typeName(type))

function oneOf(values: readonly unknown[]): string {
  const texts = values.map(value => (typeof value === 'string' ? `"${value}"` : String(value)))
  return texts.length === 1 ? `${texts[0]}` : `one of ${texts.join(', ')}`
}

function sizeWording({ origin, exact }: SizeIssue, bound: number | bigint, relation: string): string {
  const [one, many] = UNITS[origin] ?? []
  const limit = exact ? 'exactly' : relation
  if (!one || !many) return `It must be ${exact ? '' : `${relation} `}${bound}.`
  const isOne = Number(bound) === 1
  if (isOne && limit === 'at least') return 'It must not be empty.'
  return `It must have ${limit} ${bound} ${isOne ? one : many}.`
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['field', 'fields'],
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  cidrv4: 'an IPv4 block like 10.0.0.0/8',
  cidrv6: 'an IPv6 block like 2001:db8::/32',
  datetime: 'a date and time like 2026-11-21T10:00:00Z',
  date: 'a date like 2026-11-21',
  base64: 'Base64',
}

const formatWording = (format: string) =>
  FORMATS[format] ? `It must be ${FORMATS[format]}.` : 'The text does not have the form that is needed here.'

/** The names that a strict object knows. */
function knownFields(schema: unknown): string {
  const shape = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const names = shape.filter(name => !name.startsWith('_'))
  return names.length > 0 ? `The fields here are: ${names.join(', ')}.` : ''
}

type Union = Extract<Issue, { code: 'invalid_union' }>

/** Words a union of plain types by all of them; any other by the one branch that the value has the type of. */
function unionWording(issue: Union): string {
  if ('options' in issue && Array.isArray(issue.options)) {
    // A tag that may be left out counts undefined among its values; nobody can send that.
    return `It must be ${oneOf(issue.options.filter(option => option !== undefined))}.`
  }
  if (issue.input === undefined) return 'It is missing.'
  const faults = issue.errors.flatMap(([first]) => (first ? [first] : []))
  const telling = faults.find(fault => plainForm(fault) === undefined)
  if (telling) return telling.path.length > 0 ? `${telling.path.join('.')}: ${telling.message}` : telling.message
  const forms = new Set(faults.flatMap(fault => plainForm(fault) ?? []))
  return forms.size > 0 ? `It must be ${[...forms].join(' or ')}.` : 'It has none of the forms that are possible here.'
}

/** What a branch asks for, when the value as a whole is something else. */
function plainForm(fault: z.core.$ZodIssue): string | undefined {
  if (fault.path.length > 0) return undefined
  if (fault.code === 'invalid_type') return typeName(fault.expected)
  return fault.code === 'invalid_value' ? oneOf(fault.values) : undefined
}

const messagesOf = (issues: readonly z.core.$ZodIssue[]) => issues.map(({ message }) => message).join(' ')
