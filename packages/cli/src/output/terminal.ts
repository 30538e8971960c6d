import { styleText } from 'node:util'

type TextFormat = Parameters<typeof styleText>[0]

export type TerminalOptions = {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  isJson: boolean
  isQuiet: boolean
  hasColour: boolean
  /** Whether somebody sits there who can be asked. */
  isInteractive: boolean
}

/** Where a command writes: results on one stream, everything else on the other. */
export type Terminal = {
  readonly isJson: boolean
  readonly isInteractive: boolean
  /** Characters of a line; undefined where the output is no terminal, and nothing is cut. */
  readonly width: number | undefined
  /** A line of the result. */
  print(line: string): void
  /** The result as it is, without a newline behind it. */
  write(text: string): void
  /** The result under `--json`: one document. */
  printDocument(value: unknown): void
  /** A line beside the result; `--quiet` leaves it out. */
  note(line: string): void
  /** A line that `--quiet` does not leave out. */
  complain(line: string): void
  paint(format: TextFormat, text: string): string
}

export function createTerminal(options: TerminalOptions): Terminal {
  const { stdout, stderr, isJson, isQuiet, hasColour, isInteractive } = options
  return {
    isJson,
    isInteractive,
    width: stdout.isTTY ? Math.max(stdout.columns, 20) : undefined,
    print: line => void stdout.write(`${line}\n`),
    write: text => void stdout.write(text),
    printDocument: value => void stdout.write(`${JSON.stringify(value, null, stdout.isTTY ? 2 : undefined)}\n`),
    note: line => void (isQuiet || stderr.write(`${line}\n`)),
    complain: line => void stderr.write(`${line}\n`),
    paint: (format, text) => (hasColour ? styleText(format, text, { stream: stdout, validateStream: true }) : text),
  }
}

/** A text of a server or a file as one that can't steer a terminal: control characters are shown as their numbers. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
