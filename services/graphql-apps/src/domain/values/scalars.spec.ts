import { describe, expect, it } from '@jest/globals'
import { BSONRegExp, Decimal128, Long, ObjectId, Timestamp } from 'bson'
import { type GraphQLScalarType, parseValue } from 'graphql'
import { parseSdl } from '../compile/parse-sdl.ts'
import { scalarNames } from './scalars.ts'

const parsed = parseSdl(`type Query { ${scalarNames.map(name => `f${name}: ${name}`).join(' ')} }`)
const scalar = (name: string) =>
  (parsed.kind === 'schema' ? parsed.schema.getType(name) : undefined) as GraphQLScalarType

const hex = '507f1f77bcf86cd799439011'
const big = '9007199254740993'

describe('a scalar', () => {
  it.each<[string, unknown, unknown]>([
    ['ObjectId', new ObjectId(hex), { $oid: hex }],
    ['DateTime', new Date(5), { $date: 5 }],
    ['Long', Long.fromString(big), { $numberLong: big }],
    ['Long', 5, 5],
    ['Decimal128', Decimal128.fromString('1.50'), { $numberDecimal: '1.50' }],
    ['Timestamp', new Timestamp({ t: 5, i: 6 }), { $timestamp: { t: 5, i: 6 } }],
    ['Regex', new BSONRegExp('a', 'i'), { $regularExpression: { pattern: 'a', options: 'i' } }],
    ['BsonDocument', { a: [new ObjectId(hex)], n: 1.5 }, { a: [{ $oid: hex }], n: 1.5 }],
  ])('%s is written as Extended JSON, and read back', (name, value, json) => {
    expect(scalar(name).serialize(value)).toEqual(json)
    expect(scalar(name).serialize(scalar(name).parseValue(json))).toEqual(json)
  })

  it.each<[string, unknown, unknown]>([
    ['ObjectId', hex, { $oid: hex }],
    ['DateTime', '1970-01-01T00:00:01Z', { $date: 1000 }],
    ['DateTime', 1000, { $date: 1000 }],
    ['Long', big, { $numberLong: big }],
    ['Decimal128', 1.5, { $numberDecimal: '1.5' }],
    ['Regex', 'a', { $regularExpression: { pattern: 'a', options: '' } }],
  ])('%s takes %j', (name, input, json) => {
    expect(scalar(name).serialize(scalar(name).parseValue(input))).toEqual(json)
  })

  it('keeps every digit of a literal', () => {
    const literal = (name: string, text: string) => scalar(name).serialize(scalar(name).parseLiteral(parseValue(text)))
    expect(literal('Long', big)).toEqual({ $numberLong: big })
    expect(literal('Decimal128', '1.500')).toEqual({ $numberDecimal: '1.500' })
    expect(literal('BsonDocument', '{a: {b: [1, "x", null]}}')).toEqual({ a: { b: [1, 'x', null] } })
  })

  it.each<[string, unknown]>([
    ['ObjectId', 'short'],
    ['ObjectId', { $ne: null }],
    ['DateTime', 'yesterday'],
    ['DateTime', {}],
    ['Long', 1.5],
    ['Long', 2 ** 60],
    ['Long', '9223372036854775808'],
    ['Decimal128', 'x'],
    ['Timestamp', { t: -1, i: 0 }],
    ['Regex', { pattern: 'a', options: 'q' }],
    ['BsonDocument', []],
    ['BsonDocument', JSON.parse('{"__proto__": 1}')],
    ['BsonDocument', { a: { _bsontype: 'ObjectId' } }],
    ['BsonDocument', { a: { $oid: 'short' } }],
  ])('%s refuses %j', (name, input) => {
    expect(() => scalar(name).parseValue(input)).toThrow()
  })

  it.each(scalarNames)('%s is not made out of a stored value of another type', name => {
    expect(() => scalar(name).serialize('text')).toThrow(/can not represent this stored value/)
  })
})
