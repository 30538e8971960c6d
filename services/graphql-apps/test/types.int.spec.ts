import { beforeAll, describe, expect, it } from '@jest/globals'
import { Int32, Long } from 'bson'
import { getIntrospectionQuery } from 'graphql'
import { compileApp } from '../src/domain/compile-app.ts'
import { appRules } from '../src/domain/reach.ts'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const from = (collection: string, rest: object = {}) => ({ db: 'sluice', collection, sort: { _id: 1 }, ...rest })
const SDL = `
  enum Level { ENTRY MIDDLE ADVANCED }
  interface Course { _id: Int! level: Level teacher: Person }
  type Lecture implements Course { _id: Int! level: Level teacher: Person room: String }
  type Online implements Course { _id: Int! level: Level teacher: Person url: String }
  union Found = Lecture | Online | Person
  type Person { _id: Int! name: String favourite: Course recent: [Found] }
  type Query {
    courses(level: Level, among: [Level!], since: DateTime = "2020-01-01T00:00:00Z"): [Course]
    course(id: Int): Course
    online: [Online]
    people: [Person]
    first(level: Level = ENTRY): [Course]
  }
`
const RESOLVERS = { Lecture: 'field-exists(room)', Online: 'field-exists(link)' }
const MAPPINGS = {
  Level: { ENTRY: 0, ADVANCED: 2 },
  Course: { $typeResolver: RESOLVERS },
  Found: { $typeResolver: { ...RESOLVERS, Person: `field-eq(field=kind, value='"person"')` } },
  Lecture: { teacher: from('people', { find: { _id: { $fk: 'by' } } }) },
  Online: { url: 'link', teacher: from('people', { find: { _id: { $fk: 'author' } } }) },
  Query: {
    courses: from('courses', {
      find: {
        level: { $arg: 'level' },
        $and: [{ level: { $in: { $arg: 'among' } } }],
        at: { $gte: { $arg: 'since' } },
      },
    }),
    course: from('courses', { find: { _id: { $arg: 'id' } } }),
    online: from('courses', { find: { link: { $exists: true } } }),
    people: from('people'),
    first: from('courses', { find: { level: { $arg: 'level' } } }),
  },
}
const app = compileTestApp(SDL, MAPPINGS)

const at = new Date('2024-01-01T00:00:00Z')
describeOnEachStore('types', runner => {
  beforeAll(async () => {
    await runner().load('courses', [
      { _id: 1, level: 0, room: 'A1', by: 1, at },
      { _id: 2, level: new Long(2), link: 'https://example.com/2', author: 2, at },
      { _id: 3, level: 'MIDDLE', room: 'B2', by: 2, at },
      { _id: 4, level: 7, link: 'https://example.com/4', at },
      { _id: 5, level: new Int32(0), at },
      { _id: 6, level: 0, room: 'old', at: new Date('2010-01-01T00:00:00Z') },
    ])
    await runner().load('people', [
      {
        _id: 1,
        kind: 'person',
        name: 'Ann',
        favourite: { _id: 9, room: 'C3', by: 2 },
        recent: [{ kind: 'person', _id: 7 }],
      },
      { _id: 2, kind: 'person', name: 'Bob', favourite: { _id: 8 }, recent: [{ _id: 6, link: 'x' }, { _id: 5 }, null] },
    ])
  })

  const ask = async (query: string, variables = {}) => {
    const { text, errors } = await runner().run(app, query, { variables })
    return { data: JSON.parse(text ?? 'null'), errors }
  }

  describe('an enum', () => {
    it.each([
      ['{ found: courses(level: ENTRY) { _id level } }', [{ _id: 1, level: 'ENTRY' }]],
      ['{ found: courses(level: MIDDLE) { _id level } }', [{ _id: 3, level: 'MIDDLE' }]],
      ['{ found: courses(among: [ADVANCED, MIDDLE]) { level } }', [{ level: 'ADVANCED' }, { level: 'MIDDLE' }]],
    ])('%s: asks for what is stored, and answers the names', async (query, found) => {
      const { data, errors } = await ask(query)
      expect(data.found.filter((each: object | null) => each !== null)).toMatchObject(found)
      expect(errors.filter(({ message }) => !message.includes('No type of Course'))).toEqual([])
    })

    it('is a default too', async () => {
      const { data } = await ask('{ first { _id } }')
      expect(data.first).toEqual([{ _id: 1 }, null, { _id: 6 }])
    })

    it('gives null and an error for a stored value that has no name', async () => {
      expect(await ask('{ online { _id level } }')).toMatchObject({
        data: {
          online: [
            { _id: 2, level: 'ADVANCED' },
            { _id: 4, level: null },
          ],
        },
        errors: [{ path: ['online', 1, 'level'] }],
      })
    })
  })

  describe('an interface', () => {
    it('gives each document the fields of its own type, and joins go on below them in one query per type', async () => {
      const query = `{ course1: course(id: 1) { ...c } course2: course(id: 2) { ...c } }
      fragment c on Course { __typename _id teacher { name } ... on Lecture { room } ... on Online { url } }`
      expect(await ask(query)).toEqual({
        data: {
          course1: { __typename: 'Lecture', _id: 1, teacher: { name: 'Ann' }, room: 'A1' },
          course2: { __typename: 'Online', _id: 2, teacher: { name: 'Bob' }, url: 'https://example.com/2' },
        },
        errors: [],
      })
      await ask('{ courses(level: MIDDLE) { teacher { name } } }')
      expect(runner().asked.map(({ projection }) => projection)).toEqual([
        { _id: 0, by: 1, author: 1, room: 1, link: 1 },
        { _id: 1, name: 1 },
      ])
    })

    it('gives null and an error where no type fits', async () => {
      expect(await ask('{ course(id: 5) { _id } }')).toMatchObject({
        data: { course: null },
        errors: [{ message: 'No type of Course fits the stored value.', path: ['course'] }],
      })
    })

    it('is told of nested objects by what is in them', async () => {
      const { data, errors } = await ask('{ people { favourite { __typename _id teacher { name } } } }')
      expect(data.people).toEqual([
        { favourite: { __typename: 'Lecture', _id: 9, teacher: { name: 'Bob' } } },
        { favourite: null },
      ])
      expect(errors).toHaveLength(1)
    })
  })

  describe('a union', () => {
    it('gives each element of a list its own type', async () => {
      const { data, errors } = await ask(
        '{ people { recent { __typename ... on Person { _id } ... on Online { url } } } }',
      )
      expect(data.people).toEqual([
        { recent: [{ __typename: 'Person', _id: 7 }] },
        { recent: [{ __typename: 'Online', url: 'x' }, null, null] },
      ])
      expect(errors).toMatchObject([{ path: ['people', 1, 'recent', 1] }])
    })

    it('of types in types is planned in time that grows with the query alone', async () => {
      const nested = 'favourite { ... on Lecture { teacher { NEXT } } ... on Online { teacher { NEXT } } }'
      let query = 'name'
      for (let depth = 0; depth < 5; depth += 1) query = nested.replaceAll('NEXT', query)
      expect((await ask(`{ people { ${query} } }`)).data.people).toHaveLength(2)
    })
  })

  describe('introspection', () => {
    it('tells defaults as they are written', async () => {
      const { text, errors } = await runner().run(app, getIntrospectionQuery())
      expect(errors).toEqual([])
      expect(text).toContain(String.raw`"defaultValue":"\"2020-01-01T00:00:00Z\""`)
      expect(text).toContain('"defaultValue":"ENTRY"')
    })
  })
})

describe('saving types', () => {
  const rules = appRules({ tier: 'shared', db: 'sluice' })
  const faults = (mappings: object, sdl = SDL) => {
    const all = { ...MAPPINGS, ...mappings }
    const result = compileApp({ descriptor: { name: 'x', enabled: true }, schema: sdl, mappings: all }, rules)
    return result.kind === 'faulty' ? result.faults.map(({ path, message }) => `${path}: ${message}`) : []
  }

  it.each<[string, object, string]>([
    ['an enum that is no object', { Level: 'x' }, 'mappings.Level: is an object'],
    ['an unknown name', { Level: { LOW: 0 } }, 'mappings.Level.LOW: The enum Level has no value "LOW"'],
    ['a list for a name', { Level: { ENTRY: [0] } }, 'mappings.Level.ENTRY: is a text, a number'],
    [
      'one value for two names',
      { Level: { ENTRY: 1, MIDDLE: 1 } },
      'mappings.Level.MIDDLE: stands for the same stored value as ENTRY',
    ],
    ['no way to tell the type', { Course: undefined }, 'mappings.Course: is missing'],
    [
      'fields of an interface',
      { Course: { ...MAPPINGS.Course, level: 'l' } },
      'mappings.Course.level: Course has no fields to map',
    ],
    [
      'a type that it does not stand for',
      { Course: { $typeResolver: { Person: 'field-exists(a)' } } },
      'mappings.Course.$typeResolver.Person: Person is no type that Course stands for',
    ],
    [
      'what is no predicate',
      { Course: { $typeResolver: { Online: 'field-exsts(a)' } } },
      'mappings.Course.$typeResolver.Online: There is no predicate',
    ],
    [
      'a predicate of requests',
      { Course: { $typeResolver: { Online: "path('/a')" } } },
      'mappings.Course.$typeResolver.Online: ',
    ],
  ])('refuses %s', (_, mappings, expected) => {
    const kept = Object.fromEntries(Object.entries({ ...MAPPINGS, ...mappings }).filter(([, value]) => value))
    const result = compileApp({ descriptor: { name: 'x', enabled: true }, schema: SDL, mappings: kept }, rules)
    const [first = '', ...others] =
      result.kind === 'faulty' ? result.faults.map(({ path, message }) => `${path}: ${message}`) : []
    expect([first.slice(0, expected.length), others]).toEqual([expected, []])
  })

  it('refuses a default that is none of its type, with its place', () => {
    expect(faults({}, SDL.replace('"2020-01-01T00:00:00Z"', '"soon"'))).toEqual([
      expect.stringMatching(/^schema: The default of since is no DateTime. \(line 9, column 44\)$/),
    ])
  })
})
