import type { SluiceProcess } from '@sluice/e2e'

/** Asks for something as somebody; the answer is its JSON. @throws FuzzPreparationError for a refusal */
type AskJson = (method: string, path: string, body?: object) => Promise<unknown>

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export const createAsker =
  (url: string, authorization: string): AskJson =>
  async (method, path, body) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const sent = body ? { body: JSON.stringify(body) } : {}
    const answer = await fetch(new URL(path, url), { method, headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new FuzzPreparationError(`${method} ${path} is ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

export const askAsOwner = ({ url, ownerPassword }: SluiceProcess): AskJson =>
  createAsker(url, basic('admin', ownerPassword))

class FuzzPreparationError extends Error {
  override name = 'FuzzPreparationError'
}
