import { z } from 'zod'

/** An object of an API description, or a JSON Schema in it. */
export type OpenApiObject = { [name: string]: unknown }

type NamedParts = Record<string, OpenApiObject>

export type OpenApiComponents = {
  schemas: NamedParts
  responses: NamedParts
  headers: NamedParts
  parameters: NamedParts
  requestBodies: NamedParts
  securitySchemes: NamedParts
}

/** An OpenAPI 3.1 document (its schemas are JSON Schema 2020-12, which zod writes). */
export type OpenApiDocument = {
  openapi: '3.1.1'
  info: { title: string; version: string; description?: string; license?: { name: string; identifier: string } }
  servers: readonly { url: string }[]
  security?: readonly OpenApiObject[]
  tags: readonly { name: string; description: string }[]
  paths: Record<string, OpenApiObject>
  components: OpenApiComponents
}

export const emptyComponents = (): OpenApiComponents => ({
  schemas: {},
  responses: {},
  headers: {},
  parameters: {},
  requestBodies: {},
  securitySchemes: {},
})

/** Refers to a component by its name. */
export const referTo = (kind: keyof OpenApiComponents, name: string): { $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
})

const parts = z.record(z.string(), z.record(z.string(), z.unknown()))
const description = z.object({
  openapi: z.literal('3.1.1'),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })).default([]),
  paths: parts,
  components: z.object({
    schemas: parts.default({}),
    responses: parts.default({}),
    headers: parts.default({}),
    parameters: parts.default({}),
    requestBodies: parts.default({}),
    securitySchemes: parts.default({}),
  }),
})

/** Reads the description that a service gives of itself. @throws ZodError, SyntaxError where it is none */
export const parseDescription = (text: string): OpenApiDocument => description.parse(JSON.parse(text))
