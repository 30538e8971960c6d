import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'

/** The file whose tests have ended has left something of the process otherwise than it found it. */
export class ChangedProcessError extends Error {}

/** What a test may put another thing in the place of, by its name and where it stands. */
const REPLACED: readonly (readonly [holder: object, holderName: string, keys: readonly string[]])[] = [
  [globalThis, '', ['Date', 'fetch', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout']],
  [Date, 'Date.', ['now']],
  [Math, 'Math.', ['random']],
  [performance, 'performance.', ['now']],
  [process, 'process.', ['exit', 'hrtime', 'kill', 'nextTick']],
  [process.stdout, 'process.stdout.', ['write']],
  [process.stderr, 'process.stderr.', ['write']],
]

/** Where OpenTelemetry keeps what is registered for the whole process. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

const ADVICE = 'Put it back where the test ends, also where it fails: other files run in this process.'

/** `putBack`: undefined where only the test knows how. */
type SharedValue = { value: unknown; putBack?: () => void }
type ProcessState = ReadonlyMap<string, SharedValue>

let trusted: readonly string[] = []
let fingerprints = ''

/** Names the certificates that are trusted. The list is the same object until another one is set; one that is set again is written otherwise. */
function nameTrusted(): string {
  const now = getCACertificates('default')
  if (now === trusted) return fingerprints
  trusted = now
  fingerprints = [...new Set(now.map(text => new X509Certificate(text).fingerprint256))].sort().join()
  return fingerprints
}

/** Reads what is to be the same at the end of each file, by name. */
function readState(): ProcessState {
  const registered: unknown = Reflect.get(globalThis, REGISTERED)
  const inOpenTelemetry = (name: string) =>
    typeof registered === 'object' && registered !== null ? Reflect.get(registered, name) : undefined
  return new Map<string, SharedValue>([
    ...REPLACED.flatMap(([holder, holderName, keys]) =>
      keys.map(key => {
        const value: unknown = Reflect.get(holder, key)
        return [`${holderName}${key}`, { value, putBack: () => void Reflect.set(holder, key, value) }] as const
      }),
    ),
    ['process.cwd()', { value: process.cwd() }],
    ['the certificates that are trusted', { value: nameTrusted() }],
    ['the metrics of OpenTelemetry', { value: inOpenTelemetry('metrics') }],
    ['the traces of OpenTelemetry', { value: inOpenTelemetry('trace') }],
    ['the context of OpenTelemetry', { value: inOpenTelemetry('context') }],
  ])
}

/** @returns what fails where the process is not as it was, and puts back what can be, for the files that follow */
export function watchProcess(): () => void {
  let before = readState()
  return () => {
    const now = readState()
    const changed = [...before].filter(([name, { value }]) => !Object.is(now.get(name)?.value, value))
    for (const [, { putBack }] of changed) putBack?.()
    before = readState()
    const names = changed.map(([name]) => name).join(', ')
    if (changed.length > 0) throw new ChangedProcessError(`The file has changed ${names}. ${ADVICE}`)
  }
}
