import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { z } from 'zod'

/** One environment variable: how it is read, what it is for, and whether its value may be shown. */
export type SettingDefinition<T = unknown> = {
  schema: z.ZodType<T>
  description: string
  /** The default as it is written in `.env.example`; empty when there is none. */
  defaultText: string
  isSecret: boolean
  /** Another value in its file is in force without a restart. */
  isLive: boolean
}

export type SettingDefinitions = Readonly<Record<string, SettingDefinition>>
export type Config<S extends SettingDefinitions> = {
  readonly [K in keyof S]: S[K] extends SettingDefinition<infer T> ? T : never
}

export type ConfigFault = { name: string; message: string }
export type ConfigResult<S extends SettingDefinitions> =
  | { kind: 'read'; config: Config<S>; summary: Record<string, string> }
  | { kind: 'faulty'; faults: readonly ConfigFault[] }

export type Environment = Readonly<Record<string, string | undefined>>

/** Declares a setting. Empty text counts as not set. */
export function setting<T>(
  schema: z.ZodType<T>,
  about: { description: string; default?: string; isSecret?: boolean; isLive?: boolean },
): SettingDefinition<T> {
  const { description, default: defaultText = '', isSecret = false, isLive = false } = about
  return { schema, description, defaultText, isSecret, isLive }
}

/**
 * Reads all settings at once and reports every fault, not only the first. Values of secrets stand in no message.
 * @returns the values, and a summary for the start-up log in which secrets are masked
 */
export function readConfig<S extends SettingDefinitions>(settings: S, environment: Environment): ConfigResult<S> {
  const faults: ConfigFault[] = []
  const values: Record<string, unknown> = {}
  const summary: Record<string, string> = {}
  for (const [name, declared] of Object.entries(settings)) {
    const text = environment[name]?.trim() || declared.defaultText || undefined
    const parsed = declared.schema.safeParse(text)
    if (parsed.success) values[name] = parsed.data
    else faults.push({ name, message: describeFault(declared, text, parsed.error) })
    if (text !== undefined) summary[name] = declared.isSecret ? '[secret]' : text
  }
  if (!isComplete(values, settings)) return { kind: 'faulty', faults }
  return { kind: 'read', config: Object.freeze(values), summary }
}

/** Each value is what its own schema gave; so when every setting has one, it is the whole configuration. */
function isComplete<S extends SettingDefinitions>(values: object, settings: S): values is Config<S> {
  return Object.keys(settings).every(name => Object.hasOwn(values, name))
}

function describeFault(declared: SettingDefinition, text: string | undefined, error: z.ZodError): string {
  const reason = error.issues.map(issue => issue.message).join('; ')
  if (text === undefined) return `is not set. ${declared.description}`
  return declared.isSecret ? reason : `"${text}": ${reason}`
}

/**
 * The process's environment over the `.env` file of the working directory, where there is one.
 * The only place that looks at `process.env`.
 */
export function readEnvironment(
  file = '.env',
): { kind: 'read'; environment: Environment } | { kind: 'faulty'; faults: ConfigFault[] } {
  if (!existsSync(file)) return { kind: 'read', environment: process.env }
  try {
    return { kind: 'read', environment: { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'faulty', faults: [{ name: file, message: `can not be read: ${reason}` }] }
  }
}
