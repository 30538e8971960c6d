import { fieldNameFault } from './field-name.ts'

type Fields = Readonly<Record<string, unknown>>
type OwnFields = Record<string, unknown>
type PatchFault = { path: string; message: string }

/** The levels that a document may have. */
const MAX_LEVELS = 100

/**
 * Applies a JSON merge patch (RFC 7396): objects merge, null removes, anything else replaces. A key with dots reaches
 * into objects, and makes those that are not there; inside a nested object a key with dots is a name like any other.
 * Keys apply in their order. The time is linear in the sizes of both documents.
 * @param target values of JSON or BSON; it is not changed
 * @param patch in which `findPatchFault` has found nothing
 * @param replacedWhole top-level fields that are not merged but replaced when given
 */
export function mergePatch(target: Fields, patch: Fields, replacedWhole: readonly string[] = []): Fields {
  const merged: OwnFields = { ...target }
  const copies = new WeakSet<object>([merged])
  for (const [key, value] of Object.entries(patch)) {
    if (replacedWhole.includes(key)) setField(merged, key, value)
    else mergeAt(merged, { path: key.split('.'), value, copies })
  }
  return merged
}

/**
 * Finds what no patch may have: more than 100 levels, counted along dotted keys and nested objects together, or a name
 * that no document can have.
 */
export function findPatchFault(patch: Fields): PatchFault | undefined {
  for (const [key, value] of Object.entries(patch)) {
    const segments = key.split('.')
    const message = faultOfNames(segments) ?? findFaultInside(value, MAX_LEVELS - segments.length)
    if (message) return { path: segments[0]?.slice(0, MAX_LEVELS) ?? '', message }
  }
  return undefined
}

/** @param left how many levels may follow; negative where there are too many already */
function findFaultInside(value: unknown, left: number): string | undefined {
  if (left < 0) return `The patch reaches more than ${MAX_LEVELS} levels deep.`
  if (!isPlainObject(value)) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const message = faultOfNames([name]) ?? findFaultInside(inner, left - 1)
    if (message) return message
  }
  return undefined
}

function faultOfNames(names: readonly string[]): string | undefined {
  for (const name of names) {
    const message = fieldNameFault(name)
    if (message) return message
  }
  return undefined
}

/** `copies`: objects that were made here, which may be changed. */
type Merge = { path: readonly string[]; value: unknown; copies: WeakSet<object> }

function mergeAt(target: OwnFields, { path, value, copies }: Merge): void {
  const parent = path.slice(0, -1).reduce((at, name) => copyField(at, name, copies), target)
  mergeField(parent, { path: path.slice(-1), value, copies })
}

function mergeField(target: OwnFields, { path: [name = ''], value, copies }: Merge): void {
  if (!isPlainObject(value)) return setField(target, name, value)
  const inside = copyField(target, name, copies)
  for (const [field, inner] of Object.entries(value)) mergeField(inside, { path: [field], value: inner, copies })
}

/** The object in a field, as a copy that may be changed; what is there and is no object gives way. */
function copyField(target: OwnFields, name: string, copies: WeakSet<object>): OwnFields {
  const current = Object.hasOwn(target, name) ? target[name] : undefined
  if (isPlainObject(current) && copies.has(current)) return current
  const copy: OwnFields = isPlainObject(current) ? { ...current } : {}
  copies.add(copy)
  setField(target, name, copy)
  return copy
}

function setField(target: OwnFields, name: string, value: unknown): void {
  if (value === null) delete target[name]
  else Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}

/** Whether it has fields that merge: no list, no date, none of the classes of BSON. Objects of another realm count too. */
function isPlainObject(value: unknown): value is OwnFields {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
