import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { findExample } from './find-example.ts'

const document = {
  components: {
    schemas: {
      Lamp: { type: 'object', examples: [{ id: 'a' }] },
      Shown: { allOf: [{ $ref: '#/components/schemas/Lamp' }, { type: 'object', examples: [{ isOn: true }] }] },
      Either: { oneOf: [{ $ref: '#/components/schemas/Shown' }, { type: 'string' }] },
      Endless: { type: 'array', items: { $ref: '#/components/schemas/Endless' } },
    },
  },
}
const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('the example of a body or an answer', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['is the one that stands with it', { example: { id: 'b' }, schema: schemaOf('Lamp') }, { id: 'b' }],
    ['is that of its schema', { schema: schemaOf('Lamp') }, { id: 'a' }],
    ['has what all parts of the schema have', { schema: schemaOf('Shown') }, { id: 'a', isOn: true }],
    ['is that of the first form', { schema: schemaOf('Either') }, { id: 'a', isOn: true }],
    ['is one item of a list', { schema: { type: 'array', items: schemaOf('Lamp') } }, [{ id: 'a' }]],
    ['is none where nothing shows it', { schema: { type: 'object' } }, undefined],
    ['is none where a schema has no end', { schema: schemaOf('Endless') }, undefined],
  ])('%s', (_, media, example) => {
    expect(findExample(media, document)).toEqual(example)
  })

  it('is looked for in any JSON without a failure', () => {
    fc.assert(fc.property(fc.jsonValue(), schema => void findExample({ schema }, { components: schema })))
  })
})
