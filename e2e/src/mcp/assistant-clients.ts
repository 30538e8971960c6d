import { expect } from '@jest/globals'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'

type ToolAnswer = { isError: boolean; value: Record<string, unknown>; text: string }

type CompletionPlace = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

/** A program that calls tools, whichever client it is made with. */
export type AssistantClient = {
  tools(): Promise<readonly { name: string; collections: readonly string[] }[]>
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
  resources(): Promise<string[]>
  /** The text of a resource. */
  read(uri: string): Promise<string>
  prompts(): Promise<string[]>
  /** What an argument that is being typed can become. */
  complete(ref: CompletionPlace, argument: { name: string; value: string }): Promise<string[]>
  close(): Promise<void>
}

const ABOUT = { name: 'test', version: '1' }

type ListedTool = { name: string; inputSchema: { properties?: Record<string, unknown> | undefined } }

const calledResult = z.object({
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.tuple([z.object({ text: z.string() })]),
})

function toAnswer(result: unknown): ToolAnswer {
  const { isError, structuredContent, content } = calledResult.parse(result)
  const { text } = content[0]
  const value: unknown = JSON.parse(text)
  if (structuredContent) expect(structuredContent).toEqual(value)
  return { isError, value: { ...Object(value) }, text }
}

const readContents = z.object({ contents: z.tuple([z.object({ text: z.string() })]) })

const textOf = (result: unknown): string => readContents.parse(result).contents[0].text

const toListed = ({ name, inputSchema }: ListedTool) => {
  const collections: unknown = Reflect.get(Object(inputSchema.properties?.collection), 'enum')
  return { name, collections: Array.isArray(collections) ? collections.map(String) : [] }
}

type Connect = (url: string, authorization: string) => Promise<AssistantClient>

/** @param mode which revision is asked for first */
const current =
  (mode: 'auto' | 'legacy'): Connect =>
  async (url, authorization) => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } })
    const client = new Client(ABOUT, mode === 'auto' ? { versionNegotiation: { mode } } : {})
    await client.connect(transport)
    return {
      tools: async () => (await client.listTools()).tools.map(toListed),
      call: async (name, args = {}) => toAnswer(await client.callTool({ name, arguments: args })),
      resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
      read: async uri => textOf(await client.readResource({ uri })),
      prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
      complete: async (ref, argument) => (await client.complete({ ref, argument })).completion.values,
      close: () => client.close(),
    }
  }

const earlier: Connect = async (url, authorization) => {
  const transport = new EarlierTransport(new URL(url), { requestInit: { headers: { authorization } } })
  const client = new EarlierClient(ABOUT)
  // Its types were written without exactOptionalPropertyTypes.
  await Reflect.apply(client.connect, client, [transport])
  return {
    tools: async () => (await client.listTools()).tools.map(toListed),
    call: async (name, args = {}) => toAnswer(await client.callTool({ name, arguments: args })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => textOf(await client.readResource({ uri })),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    complete: async (ref, argument) => (await client.complete({ ref, argument })).completion.values,
    close: () => client.close(),
  }
}

/** The official clients, by how they begin. */
export const assistantClients: readonly (readonly [string, Connect])[] = [
  ['the client of 2026-07-28', current('auto')],
  ['the same client, which begins with initialize', current('legacy')],
  ['the client of the line before', earlier],
]
