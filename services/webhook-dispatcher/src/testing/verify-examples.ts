import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { environment, provideWheel } from '@sluice/testkit/backends'
import { z } from 'zod'

/** What a receiver got: the body as it came, and the headers in lower case. */
export type ReceivedMessage = { body: string; headers: Readonly<Record<string, string | string[] | undefined>> }

/** Runs an example of the how-to on each message. @returns whether it took it */
export type Verify = (secret: string, messages: readonly ReceivedMessage[]) => Promise<boolean[]>

const HOW_TO = new URL('../../../../docs/how-to/verify-signatures.md', import.meta.url)
const SERVICE = new URL('../..', import.meta.url)
const verdicts = z.array(z.boolean())

// Reads messages from standard input and prints whether the example took them.
const HARNESSES = {
  js: `
const isTaken = ({ body, headers }) => { try { readDelivery(body, headers); return true } catch { return false } }
let input = ''
for await (const chunk of process.stdin) input += chunk
console.log(JSON.stringify(JSON.parse(input).map(isTaken)))`,
  python: `
import json, sys
from standardwebhooks import WebhookVerificationError
def is_taken(message):
    try:
        read_delivery(message["body"], message["headers"])
        return True
    except WebhookVerificationError:
        return False
print(json.dumps([is_taken(message) for message in json.load(sys.stdin)]))`,
}

async function exampleIn(language: keyof typeof HARNESSES): Promise<string> {
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(await readFile(HOW_TO, 'utf8')) ?? []
  return code + HARNESSES[language]
}

async function run(
  [command = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
  messages: readonly ReceivedMessage[],
): Promise<boolean[]> {
  const env = { ...environment(), ...variables }
  const child = spawn(command, args, { cwd: SERVICE, env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(messages))
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return verdicts.parse(JSON.parse(output))
}

/** Verifies by the library of Standard Webhooks for JavaScript. */
export async function verifyInNode(): Promise<Verify> {
  const command = [process.execPath, '--input-type=module', '--eval', await exampleIn('js')]
  return (secret, messages) => run(command, { WEBHOOK_SECRET: secret }, messages)
}

/**
 * Verifies by the library for Python, which shares nothing with the other.
 * @returns undefined where there is no Python
 */
export async function verifyInPython(): Promise<Verify | undefined> {
  const found = await provideWheel('standardwebhooks==1.1.0')
  if (!found) return undefined
  const command = [found.python, '-c', await exampleIn('python')]
  return (secret, messages) => run(command, { WEBHOOK_SECRET: secret, PYTHONPATH: found.folder }, messages)
}
