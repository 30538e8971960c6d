import {
  type GetPromptResult,
  type Prompt,
  type PromptMessage,
  type Resource,
  type ResourceTemplateType,
  UriTemplate,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type ConformanceAnswer, PNG } from './conformance-tools.ts'

export type ConformancePrompt = Prompt & { answer: ConformanceAnswer }

type ConformanceResource = Resource & { answer: ConformanceAnswer }

const KEPT = { ttlMs: 0, cacheScope: 'private' } as const
const DESCRIPTION = 'Part of the conformance suite.'

const STATIC_TEXT = { uri: 'test://static-text', mimeType: 'text/plain' }
const STATIC_BINARY = { uri: 'test://static-binary', mimeType: 'image/png' }

export const conformanceResources: readonly ConformanceResource[] = [
  {
    ...STATIC_TEXT,
    name: 'static-text',
    description: DESCRIPTION,
    answer: () => ({
      contents: [{ ...STATIC_TEXT, text: 'This is the content of the static text resource.' }],
      ...KEPT,
    }),
  },
  {
    ...STATIC_BINARY,
    name: 'static-binary',
    description: DESCRIPTION,
    answer: () => ({ contents: [{ ...STATIC_BINARY, blob: PNG }], ...KEPT }),
  },
]

type ConformanceTemplate = ResourceTemplateType & { answer: ConformanceAnswer }

const pattern = new UriTemplate('test://template/{id}/data')

/** The one address that has a variable. @returns undefined for other addresses */
export const findTemplate = (uri: string): ConformanceTemplate | undefined =>
  pattern.match(uri) ? conformanceTemplates[0] : undefined

export const conformanceTemplates: readonly ConformanceTemplate[] = [
  {
    uriTemplate: String(pattern),
    name: 'template',
    description: DESCRIPTION,
    mimeType: 'application/json',
    answer({ uri }) {
      const { id } = pattern.match(String(uri)) ?? {}
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return { contents: [{ uri, mimeType: 'application/json', text }], ...KEPT }
    },
  },
]

const saying = (...contents: PromptMessage['content'][]): GetPromptResult => ({
  messages: contents.map(content => ({ role: 'user', content })),
})

const argumentsOf = z.object({ arguments: z.record(z.string(), z.string()).default({}) })

export const conformancePrompts: readonly ConformancePrompt[] = [
  {
    name: 'test_simple_prompt',
    description: DESCRIPTION,
    answer: () => saying({ type: 'text', text: 'This is a simple prompt for testing.' }),
  },
  {
    name: 'test_prompt_with_arguments',
    description: DESCRIPTION,
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
    answer(params) {
      const { arg1, arg2 } = argumentsOf.parse(params).arguments
      return saying({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })
    },
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: DESCRIPTION,
    arguments: [{ name: 'resourceUri', required: true }],
    answer(params) {
      const { resourceUri = '' } = argumentsOf.parse(params).arguments
      return saying(
        {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        { type: 'text', text: 'Please process the embedded resource above.' },
      )
    },
  },
  {
    name: 'test_prompt_with_image',
    description: DESCRIPTION,
    answer: () =>
      saying(
        { type: 'image', data: PNG, mimeType: 'image/png' },
        { type: 'text', text: 'Please analyze the image above.' },
      ),
  },
]
