import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError, EXIT } from '../cli-error.ts'
import type { Terminal } from './terminal.ts'

/** Asks for a line. @throws CliError where the input ends before it */
export const askLine = (question: string): Promise<string> => readOneLine(question, false)

/** Asks for a line that is not shown while it is typed. @throws CliError where the input ends before it */
export const askHidden = (question: string): Promise<string> => readOneLine(question, true)

/**
 * Asks until the answer is given, or it is another one.
 * @param flag what says the same without a question
 * @throws CliError where nobody can be asked
 */
export async function wantTyped(
  terminal: Terminal,
  { question, answer, flag }: { question: string; answer: string; flag: string },
): Promise<boolean> {
  if (!terminal.isInteractive) {
    throw new CliError(`This wants a consent, and nobody can be asked here.`, {
      exitCode: EXIT.usage,
      advice: [`Give it by ${flag}.`],
    })
  }
  return (await askLine(question)).trim() === answer
}

function readOneLine(question: string, isHidden: boolean): Promise<string> {
  process.stderr.write(question)
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const reader = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true && isHidden })
  return new Promise((resolve, reject) => {
    let line: string | undefined
    reader.once('line', text => {
      line = text
      reader.close()
    })
    reader.once('SIGINT', () => reader.close())
    reader.once('close', () => {
      if (isHidden) process.stderr.write('\n')
      if (line === undefined) reject(new CliError('Nothing was entered.', { exitCode: EXIT.interrupted }))
      else resolve(line)
    })
  })
}
