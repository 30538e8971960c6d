import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { checkedBy } from '@sluice/testkit'

export type ClientRequest = { headers?: Record<string, string | string[]>; body?: string | Buffer }
export type ReceivedReply = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json(): Record<string, unknown>
}

/** What the gateway answers itself. */
const OWN_PATHS = /^\/(?:whoami|token|plugins|acl\/explain|docs|openapi\.json)(?:[/?]|$)/

/** Sends paths and headers as they are given, unlike `fetch`. The gateway's own answers are checked against its description. */
export function createClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })

  const check = checkedBy(async () => {
    const { status, json } = await send('GET /openapi.json')
    return status === 200 ? json() : undefined
  })

  async function call(line: string, asked: ClientRequest = {}): Promise<ReceivedReply> {
    const [method = '', target = ''] = line.split(' ')
    const reply = await send(line, asked)
    // Behind the gateway of a test stand services that are none.
    if (OWN_PATHS.test(target)) await check({ method, target, ...reply })
    return reply
  }

  function send(line: string, { headers = {}, body }: ClientRequest = {}): Promise<ReceivedReply> {
    const [method, path] = line.split(' ')
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const { statusCode = 0 } = response
          resolve({ status: statusCode, headers: response.headers, text, json: () => JSON.parse(text) })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  /** @returns all that comes back until the server closes the connection */
  function raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', chunk => chunks.push(chunk))
      socket.on('error', reject)
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    })
  }

  return { call, raw, close: () => agent.destroy() }
}

export const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
