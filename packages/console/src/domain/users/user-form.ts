import stringify from 'json-stringify-pretty-compact'
import { readJson } from '../json-text.ts'

/** This role lets its users do everything. */
export const ROOT_ROLE = 'admin'
/** What of a user has a field of its own, is never shown, or belongs to the service. */
const OWN_FIELDS = ['_id', '_etag', 'roles', 'disabled', 'password', 'passwordHash']
const LINE_LENGTH = 64

type UserDocument = Readonly<Record<string, unknown>>

/** A user as he is stored, whatever program wrote him. `id`: undefined where it is no text, so that nobody signs in by it. */
export type ListedUser = {
  id: string | undefined
  name: string
  roles: readonly string[]
  isDisabled: boolean
  /** All other fields, which are the owner's. */
  properties: UserDocument
}

export function readUser(document: UserDocument): ListedUser {
  const { _id, roles, disabled } = document
  const own = Object.entries(document).filter(([name]) => !OWN_FIELDS.includes(name))
  return {
    id: typeof _id === 'string' ? _id : undefined,
    name: typeof _id === 'string' ? _id : JSON.stringify(_id),
    roles: Array.isArray(roles) ? roles.filter(role => typeof role === 'string') : [],
    isDisabled: disabled === true,
    properties: Object.fromEntries(own),
  }
}

export const isRoot = ({ roles }: Pick<ListedUser, 'roles'>): boolean => roles.includes(ROOT_ROLE)

/** A user as he is typed: roles with blanks between them, own properties as JSON. */
export type UserForm = { roles: string; isDisabled: boolean; properties: string }

export const userFormOf = ({ roles, isDisabled, properties }: ListedUser): UserForm => ({
  roles: roles.join(' '),
  isDisabled,
  properties: stringify(properties, { maxLength: LINE_LENGTH }),
})

/** Whether a value that was kept is such a form. */
export const isUserForm = (value: unknown): value is UserForm =>
  typeof value === 'object' &&
  value !== null &&
  'roles' in value &&
  typeof value.roles === 'string' &&
  'isDisabled' in value &&
  typeof value.isDisabled === 'boolean' &&
  'properties' in value &&
  typeof value.properties === 'string'

export const rolesIn = (text: string): string[] => text.split(/[\s,]+/).filter(role => role !== '')

/** Puts a role into the text of a form, or takes it out. */
export function withRole(text: string, role: string): string {
  const roles = rolesIn(text)
  return (roles.includes(role) ? roles.filter(each => each !== role) : [...roles, role]).join(' ')
}

/** An update of the fields that are other now, so that those stay which one can't see. */
export type UserUpdate = { $set?: UserDocument; $unset?: UserDocument }
/** What is to be sent, or why the text can't be: at a place of the properties, from 1. */
export type ReadUserForm =
  | { kind: 'update'; update: UserUpdate }
  | { kind: 'unreadable'; message: string; line: number; column: number }

export function updateOf(user: ListedUser, form: UserForm): ReadUserForm {
  const properties = readProperties(form.properties)
  if (properties.kind === 'unreadable') return properties
  const before: UserDocument = Object.assign({}, user.properties, { roles: user.roles, disabled: user.isDisabled })
  const after: UserDocument = Object.assign({}, properties.value, {
    roles: rolesIn(form.roles),
    disabled: form.isDisabled,
  })
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, before[name]))
  const gone = Object.keys(before).filter(name => !(name in after))
  const $set = Object.fromEntries(changed)
  const $unset = Object.fromEntries(gone.map(name => [name, 1]))
  return { kind: 'update', update: { ...(changed.length > 0 && { $set }), ...(gone.length > 0 && { $unset }) } }
}

type WrittenProperties = { kind: 'properties'; value: UserDocument } | Extract<ReadUserForm, { kind: 'unreadable' }>

function readProperties(text: string): WrittenProperties {
  const read = readJson(text.trim() === '' ? '{}' : text)
  if (read.kind === 'unreadable') return read
  if (!isObject(read.value)) return fault('The properties are one JSON object.')
  const taken = Object.keys(read.value).find(name => OWN_FIELDS.includes(name))
  if (taken !== undefined) return fault(`${taken} is no property of your own here.`)
  return { kind: 'properties', value: read.value }
}

const isObject = (value: unknown): value is UserDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fault = (message: string): WrittenProperties => ({ kind: 'unreadable', message, line: 1, column: 1 })

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The fields of the form. */
const FORM_FIELDS = ['roles', 'disabled', 'properties']

/** Says for a fault's path which field it belongs to: what is no other field is one of the properties. */
export function userFaultPath(path: string): string {
  const plain = path.replace(/^\$(?:set|unset)\./, '')
  const first = plain.split('.')[0] ?? ''
  return plain === '' || FORM_FIELDS.includes(first) || OWN_FIELDS.includes(first) ? plain : `properties.${plain}`
}
