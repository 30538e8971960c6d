import { inspect } from 'node:util'

/** A text that must not be printed: it shows as `[secret]` in logs, JSON and errors. */
export type Secret = { reveal(): string; toString(): string; toJSON(): string }

const HIDDEN = '[secret]'

export function secret(text: string): Secret {
  const hidden = () => HIDDEN
  return Object.freeze({ reveal: () => text, toString: hidden, toJSON: hidden, [inspect.custom]: hidden })
}
