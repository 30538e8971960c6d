import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { temporaryDirectory } from '@sluice/testkit'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { buildCommandLine, openProject } from './sluice-command.ts'

describe('the bridge to /mcp', () => {
  let program: string
  let target: SluiceTarget
  let environment: Record<string, string>

  beforeAll(async () => {
    program = await buildCommandLine()
    target = await openStandaloneTarget()
    const password = join(await temporaryDirectory(), 'password')
    writeFileSync(password, target.ownerPassword)
    environment = { SLUICE_URL: target.urls[0], SLUICE_USER: 'admin', SLUICE_PASSWORD_FILE: password }
  }, 120_000)
  afterAll(() => target?.stop())

  it.each(['auto', 'legacy'] as const)('serves the official client, which begins by %s', async mode => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      env: environment,
      stderr: 'pipe',
    })
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(transport)
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('whoami')
      const asked = Array.from({ length: 3 }, () => client.callTool({ name: 'whoami', arguments: {} }))
      for (const answer of await Promise.all(asked)) expect(JSON.stringify(answer)).toContain('admin')
      await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow()
    } finally {
      await client.close()
    }
  })

  it('answers each request of a program, malformed ones too, and ends with its input', async () => {
    const project = await openProject(program, target)
    const list = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' })
    const { code, stdout } = await project.run(['mcp'], {
      input: `{\n\n${list}\n{"jsonrpc":"2.0","method":"notifications/x"}`,
    })
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(code).toBe(0)
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 7, result: expect.objectContaining({ tools: expect.any(Array) }) },
    ])
  })

  it('ends with 3 before the first message where nobody is signed in', async () => {
    const project = await openProject(program, target)
    const stranger = { SLUICE_KEY: `slk_${'a'.repeat(43)}` }
    const { code, stdout, stderr } = await project.run(['mcp'], { environment: stranger })
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).not.toContain(stranger.SLUICE_KEY)
  })
})
