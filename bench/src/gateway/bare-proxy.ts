// The least that a proxy can do with the same parts: `node bare-proxy.ts <port> <url of the service>`.
import '../../../services/heap-growth.js'
import { createServer } from 'node:http'
import { Pool } from 'undici'

const [port, upstream = ''] = process.argv.slice(2)
const pool = new Pool(upstream, { connections: 128 })

const server = createServer((request, response) => {
  const { method = 'GET', url = '/', rawHeaders } = request
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  const headers = withoutHop(rawHeaders)
  pool.dispatch(
    { method, path: url, headers, body: hasBody ? request : null },
    {
      onRequestStart() {},
      onResponseStart({ rawHeaders: answered }, statusCode) {
        response.writeHead(statusCode, Array.isArray(answered) ? withoutHop(answered.map(String)) : [])
      },
      onResponseData(controller, chunk) {
        if (response.write(chunk)) return
        controller.pause()
        response.once('drain', () => controller.resume())
      },
      onResponseEnd() {
        response.end()
      },
      onResponseError() {
        if (response.headersSent) response.destroy()
        else response.writeHead(502).end()
      },
    },
  )
})
server.listen(Number(port), '127.0.0.1', () => console.log('ready'))

function withoutHop(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const lower = name.toLowerCase()
    if (lower !== 'connection' && lower !== 'keep-alive' && lower !== 'transfer-encoding' && lower !== 'host')
      kept.push(name, raw[at + 1] ?? '')
  }
  return kept
}
