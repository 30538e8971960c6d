import { isDocument } from '@sluice/documents'
import { ownField } from './bson-values.ts'

/** A dotted path, split. Numbers index arrays. */
export type PropertyPath = readonly string[]

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])
const MAX_LENGTH = 500

/** @returns the path, or what is wrong with it */
export function parsePropertyPath(text: unknown): PropertyPath | { fault: string } {
  if (typeof text !== 'string' || text === '') return { fault: 'must be the dotted path of a property, as text.' }
  if (text.length > MAX_LENGTH) return { fault: `is longer than ${MAX_LENGTH} characters.` }
  const parts = text.split('.')
  const bad = parts.find(part => part === '' || part.startsWith('$') || part.includes('\0') || UNSAFE.has(part))
  if (bad === undefined) return parts
  return { fault: bad === '' ? `"${text}" has an empty part.` : `"${bad}" can not stand in a path.` }
}

export const isPath = (parsed: PropertyPath | { fault: string }): parsed is PropertyPath => !('fault' in parsed)

export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part)

/**
 * What stands at the path. A number picks from an array, a name on an array maps over it and leaves out what is missing.
 * @returns undefined when nothing is there
 */
export function readPath(source: unknown, path: PropertyPath, from = 0): unknown {
  let value = source
  for (let at = from; at < path.length; at += 1) {
    const part = path[at] ?? ''
    if (Array.isArray(value)) {
      if (!isIndex(part)) return mapOver(value, path, at)
      value = value[Number(part)]
    } else {
      value = isDocument(value) ? ownField(value, part) : undefined
    }
  }
  return value
}

function mapOver(list: readonly unknown[], path: PropertyPath, at: number): unknown[] {
  return list.map(element => readPath(element, path, at)).filter(value => value !== undefined)
}
