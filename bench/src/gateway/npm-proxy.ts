// A proxy from npm as it comes, with connections that are kept: `node npm-proxy.ts <name> <port> <url of the service>`.
import { Agent, createServer } from 'node:http'

const [name, port, service = ''] = process.argv.slice(2)
const CONNECTIONS = 128
const starts: Readonly<Record<string, () => Promise<void>>> = {
  '@fastify/http-proxy': startFastify,
  'http-proxy-3': startHttpProxy,
}

await starts[name ?? '']?.()
process.stdout.write('ready\n')

async function startFastify(): Promise<void> {
  const [{ fastify }, { default: httpProxy }] = await Promise.all([import('fastify'), import('@fastify/http-proxy')])
  const app = fastify({ bodyLimit: 1 << 24 })
  app.register(httpProxy, { upstream: service, undici: { connections: CONNECTIONS } })
  await app.listen({ host: '127.0.0.1', port: Number(port) })
}

async function startHttpProxy(): Promise<void> {
  const { createProxyServer } = await import('http-proxy-3')
  const proxy = createProxyServer({ target: service, agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }) })
  const server = createServer((request, response) => proxy.web(request, response))
  await new Promise<void>(resolve => server.listen(Number(port), '127.0.0.1', resolve))
}
