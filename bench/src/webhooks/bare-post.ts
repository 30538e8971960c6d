// Posts with undici alone, and prints what a request has cost this process, in µs of a core: `node bare-post.ts <url> <times>`.
import { Agent } from 'undici'

const CONNECTIONS = 16
const ROUNDS = 5
const [, , url = '', times = '0'] = process.argv
const { origin, pathname } = new URL(url)
const body = Buffer.from(JSON.stringify({ request: { path: '/bare', body: 'x'.repeat(1_000) } }))
const headers = { 'content-type': 'application/json' }
const agent = new Agent({ connections: CONNECTIONS })

async function post(): Promise<void> {
  const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body })
  await answer.body.dump()
}

async function postAll(): Promise<number> {
  const before = process.cpuUsage()
  let sent = 0
  const sendOn = async () => {
    while (sent++ < Number(times)) await post()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendOn))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / Number(times)
}

// The first rounds find cold code.
await postAll()
await postAll()
const costs: number[] = []
for (let round = 0; round < ROUNDS; round += 1) costs.push(await postAll())
console.log(costs.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)])
await agent.close()
