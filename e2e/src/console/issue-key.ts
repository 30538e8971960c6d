import { expect } from '@jest/globals'
import type { ConsoleUser } from './visit.ts'

type IssuedKeyWish = { name: string; roles: readonly string[]; expiresIn?: number }

/** Issues a key as its holder. @returns its secret */
export async function issueKey(url: string, { user, password }: ConsoleUser, wish: IssuedKeyWish): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/keys`, { method: 'POST', headers, body: JSON.stringify(wish) })
  expect(answer.status).toBe(201)
  const { key }: { key: string } = JSON.parse(await answer.text())
  return key
}

/** The status of an answer to a key. */
export const statusOf = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/whoami`, { headers: { authorization: `Bearer ${key}` } })).status
