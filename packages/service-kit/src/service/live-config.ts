import { type Config, type Environment, readConfig, type SettingDefinitions } from '../settings/config.ts'
import { type ReadText, readTextFile } from '../settings/read-text-file.ts'
import { type SettingFile, withTexts } from '../settings/setting-files.ts'
import type { FileChange, WatchedSettings } from './watched-files.ts'

/** The settings of a process, of which those that stand in files may change while it runs. */
export type LiveConfig<S extends SettingDefinitions> = WatchedSettings & {
  /** Gives the settings that are in force; another object after each change. */
  current(): Config<S>
  /** @returns what tells a listener each other value of this setting, after it has come into force */
  follow<K extends keyof S & string>(name: K): Follow<Config<S>[K]>
}

type ReplacedValue<T> = { before: T; after: T }
export type Follow<T> = (listener: (change: ReplacedValue<T>) => void) => void

type LoadedSettings<S extends SettingDefinitions> = {
  settings: S
  environment: Environment
  config: Config<S>
  files: readonly SettingFile[]
}

type ReloadVerdict<S extends SettingDefinitions> =
  | { kind: 'same' }
  | { kind: 'refused'; reason: string }
  | { kind: 'other'; text: string; config: Config<S> }

/** What is wrong in a file, or not there, leaves the value that is in force as it is. */
export function createLiveConfig<S extends SettingDefinitions>(
  { settings, environment, config, files }: LoadedSettings<S>,
  read: ReadText = readTextFile,
): LiveConfig<S> {
  const texts = new Map(files.map(({ name, text }) => [name, text]))
  const refused = new Map<string, string>()
  const listeners = new Map<string, ((before: Config<S>) => void)[]>()
  let held = config

  function judge({ name, path }: SettingFile): ReloadVerdict<S> {
    const reading = read(path)
    if (reading.kind === 'unreadable') return { kind: 'refused', reason: reading.reason }
    const { text } = reading
    if (text === texts.get(name)) return { kind: 'same' }
    const result = readConfig(settings, withTexts(environment, [...texts, [name, text]]))
    if (result.kind === 'read') return { kind: 'other', text, config: result.config }
    return { kind: 'refused', reason: result.faults.map(({ message }) => message).join('; ') }
  }

  function takeOver(name: string, { text, config: next }: Extract<ReloadVerdict<S>, { kind: 'other' }>): FileChange {
    const before = held
    texts.set(name, text)
    held = next
    for (const tell of listeners.get(name) ?? []) tell(before)
    return { kind: 'taken-over', name, needsRestart: !settings[name]?.isLive }
  }

  function lookAt(file: SettingFile): readonly FileChange[] {
    const { name } = file
    const verdict = judge(file)
    const told = refused.get(name)
    refused.delete(name)
    if (verdict.kind === 'same') return []
    if (verdict.kind === 'other') return [takeOver(name, verdict)]
    refused.set(name, verdict.reason)
    return told === verdict.reason ? [] : [{ ...verdict, name }]
  }

  return {
    names: files.map(({ name }) => name),
    current: () => held,
    look: () => files.flatMap(lookAt),
    follow: name => listener => {
      const tell = (before: Config<S>) => listener({ before: before[name], after: held[name] })
      listeners.set(name, [...(listeners.get(name) ?? []), tell])
    },
  }
}
