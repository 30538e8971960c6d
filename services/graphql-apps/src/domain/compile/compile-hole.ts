import { isDocument } from '@sluice/documents'
import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import type { ArgumentHole, CallerHole, Hole } from '../model/hole.ts'
import { isPath, parsePropertyPath } from '../values/property-path.ts'
import type { FieldContext } from './field-context.ts'

/** A value of a mapping with its place. */
export type MappingPlace = { value: unknown; path: string }

export const isHole = (value: unknown): boolean =>
  isDocument(value) && (Object.hasOwn(value, '$arg') || Object.hasOwn(value, '$fk'))

/** Whether a hole stands somewhere inside the value. */
export function containsHole(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsHole)
  return isHole(value) || (isDocument(value) && Object.values(value).some(containsHole))
}

/** @returns undefined when it is faulty; the faults are reported */
export function compileHole({ value, path }: MappingPlace, context: FieldContext): Hole | undefined {
  if (!isDocument(value)) return undefined
  const extra = Object.keys(value).filter(key => key !== '$arg' && key !== '$fk')
  if (extra.length > 0) return context.report(path, faultBeside(extra))
  if (Object.keys(value).length > 1) return context.report(path, '$arg and $fk can not stand together.')
  if (Object.hasOwn(value, '$fk')) return compileParentHole({ value: value.$fk, path: `${path}.$fk` }, context)
  const argument = { value: value.$arg, path: `${path}.$arg` }
  const [name, ...rest] = Array.isArray(value.$arg) ? value.$arg : [value.$arg]
  if (typeof name === 'string' && name.startsWith('@')) return compileCallerHole(argument, context)
  if (!isRootDocument(name, context)) return compileArgumentHole(argument, context)
  if (rest.length > 0) return context.report(argument.path, 'rootDoc has no default.')
  return compileRootHole(name, argument.path, context)
}

const faultBeside = (extra: readonly string[]): string =>
  extra.join() === '$as' ? MISPLACED_AS : `${extra.join(', ')} can not stand beside $arg or $fk.`

const MISPLACED_AS = '"$as" can stand where a field is compared, or for a whole find, and nowhere else.'

function compileParentHole({ value, path }: MappingPlace, context: FieldContext): Hole | undefined {
  if (context.isRoot) return context.report(path, 'A root field has no parent document, so it can not use $fk.')
  const parsed = parsePropertyPath(value)
  return isPath(parsed) ? { kind: 'fk', of: 'parent', path: parsed } : context.report(path, parsed.fault)
}

/** An argument of that name comes first. */
const isRootDocument = (name: unknown, { field }: FieldContext): name is string =>
  typeof name === 'string' && name.split('.')[0] === 'rootDoc' && !field.args.some(each => each.name === 'rootDoc')

function compileRootHole(name: string, path: string, context: FieldContext): Hole | undefined {
  if (context.isRoot) return context.report(path, 'A root field has no document, so it can not use rootDoc.')
  const parsed = parsePropertyPath(name)
  if (!isPath(parsed)) return context.report(path, parsed.fault)
  if (parsed.length === 1) return context.report(path, 'rootDoc needs the path of a property: "rootDoc.<path>".')
  return { kind: 'fk', of: 'document', path: parsed.slice(1) }
}

const CALLER_NAMES = new Map<string, CallerHole['of']>([
  ['@user', 'user'],
  ['@roles', 'roles'],
  ['@now', 'now'],
])

function compileCallerHole({ value, path }: MappingPlace, context: FieldContext): Hole | undefined {
  const given = readArgument(value)
  if ('fault' in given) return context.report(path, given.fault)
  const parsed = parsePropertyPath(given.name)
  if (!isPath(parsed)) return context.report(path, parsed.fault)
  const [name = '', ...rest] = parsed
  const of = CALLER_NAMES.get(name)
  if (!of) return context.report(path, `${name} is not known. Known are @user.<path>, @roles and @now.`)
  if ((of === 'user') !== rest.length > 0) {
    return context.report(path, of === 'user' ? '@user needs a path, such as "@user._id".' : `${name} has no parts.`)
  }
  return { kind: 'caller', of, path: rest, default: given.default }
}

type GivenArgument = { name: unknown; default: { value: unknown } | undefined }

/** `"name"`, or `["name", default]`. */
function readArgument(value: unknown): GivenArgument | { fault: string } {
  const [name, ...rest] = Array.isArray(value) ? value : [value]
  if (rest.length > 1 || (Array.isArray(value) && rest.length === 0)) {
    return { fault: 'is "argument", or ["argument", default].' }
  }
  if (rest.some(containsHole)) return { fault: 'The default of an argument is a plain value.' }
  return { name, default: rest.length > 0 ? { value: rest[0] } : undefined }
}

/** For the positions that take an argument alone: `limit`, `skip`, `sort`. */
export function compileArgumentHole({ value, path }: MappingPlace, context: FieldContext): ArgumentHole | undefined {
  const given = readArgument(value)
  if ('fault' in given) return context.report(path, given.fault)
  const parsed = parsePropertyPath(given.name)
  if (!isPath(parsed)) return context.report(path, parsed.fault)
  const type = typeAt(parsed, context)
  if ('fault' in type) return context.report(path, type.fault)
  return { kind: 'arg', path: parsed, type: type.type, default: given.default }
}

type TypeAt = { type: GraphQLInputType | undefined } | { fault: string }

function typeAt([argument = '', ...rest]: readonly string[], { field, name }: FieldContext): TypeAt {
  if (argument.startsWith('@')) return { fault: `${argument} can not stand here. Use an argument of the field.` }
  const found = field.args.find(each => each.name === argument)
  if (found) return typeInside(found.type, rest)
  const known = field.args.map(each => each.name).join(', ')
  const has = known ? `It has: ${known}.` : 'It has none.'
  return { fault: `${name} has no argument "${argument}". ${has} Declare it in the schema, or take this out.` }
}

function typeInside(type: GraphQLInputType, rest: readonly string[]): TypeAt {
  const [part, ...further] = rest
  if (part === undefined) return { type }
  const nullable = getNullableType(type)
  if (isInputObjectType(nullable)) {
    const field = nullable.getFields()[part]
    return field ? typeInside(field.type, further) : { fault: `The input ${nullable.name} has no field "${part}".` }
  }
  if (!isListType(nullable) && nullable.name === 'BsonDocument') return { type: undefined }
  return { fault: `"${part}" can not be read from a value of type ${String(type)}.` }
}
