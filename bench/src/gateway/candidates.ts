import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePorts, startLocalProcess } from '@sluice/testkit/backends'
import { pin } from '../cluster/processes.ts'
import { PROFILED } from '../cpu/record-profile.ts'

/** What all candidates have in common: where they write, whom they stand before, which core is theirs, and the caller's key. */
export type CandidatePlace = { folder: string; service: string; cores: string; key: string }

/** A proxy that runs. `toleratedShare`: of its requests, the share that may fail; none where it is not told. */
export type ProxyCandidate = {
  url: string
  authorization: string
  toleratedShare?: number
  pid(): number
  /** Resolves when nothing of what was asked is left to do: of a round's requests each round pays all. */
  settled?(): Promise<void>
  end(): Promise<unknown>
}
export type Sluice = ProxyCandidate & { adminUrl: string }

export type Program = {
  name: string
  command?: string
  args: readonly string[]
  ready?: RegExp
  folder?: string
  port: number
}

const BARE_PROXY = fileURLToPath(new URL('bare-proxy.ts', import.meta.url))
const NPM_PROXY = fileURLToPath(new URL('npm-proxy.ts', import.meta.url))
const SLUICE = fileURLToPath(new URL('sluice-candidate.ts', import.meta.url))

/** Starts it on the candidates' core. */
export async function startProgram(place: CandidatePlace, program: Program): Promise<ProxyCandidate> {
  const { command = process.execPath, args, ready = /ready/, port } = program
  const folder = program.folder ?? join(place.folder, program.name)
  await mkdir(folder, { recursive: true })
  const running = await startLocalProcess({ command, args, folder, ready })
  pin(running.pid(), place.cores)
  return { url: `http://127.0.0.1:${port}`, authorization: `Bearer ${place.key}`, pid: running.pid, end: running.kill }
}

/** With the heap that Sluice's services have. */
export async function startBareProxy(place: CandidatePlace): Promise<ProxyCandidate> {
  const [port = 0] = await findFreePorts(1)
  const args = ['--max-semi-space-size=8', BARE_PROXY, String(port), place.service]
  return startProgram(place, { name: 'bare', args, port })
}

export async function startNpmProxy(
  place: CandidatePlace,
  name: '@fastify/http-proxy' | 'http-proxy-3',
): Promise<ProxyCandidate> {
  const [port = 0] = await findFreePorts(1)
  return startProgram(place, { name, args: [NPM_PROXY, name, String(port), place.service], port })
}

/** A share of the requests is traced, and a collector told of them. */
export type TracedShare = { collector: string; share: number }

export async function startSluice(place: CandidatePlace, traced?: TracedShare): Promise<Sluice> {
  const [port = 0, adminPort = 0] = await findFreePorts(2)
  const name = traced ? 'sluice-traced' : 'sluice'
  const parameters = [String(port), place.service, String(adminPort), join(place.folder, name), place.key]
  const ofTraces = traced ? [traced.collector, String(traced.share)] : []
  const args = ['--max-semi-space-size=8', PROFILED, SLUICE, ...parameters, ...ofTraces]
  return { ...(await startProgram(place, { name, args, port })), adminUrl: `http://127.0.0.1:${adminPort}` }
}
