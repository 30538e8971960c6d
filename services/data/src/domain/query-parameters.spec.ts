import { describe, expect, it } from '@jest/globals'
import { checkParameters } from './query-parameters.ts'

const list = ['filter', 'sort', 'keys', 'page', 'pagesize', 'count', 'hint']
const known = { read: new Set(list), ofOthers: new Set([...list, 'wm', 'avars', 'id_type']), isStrict: false }
const check = (query: string, isStrict = false) => checkParameters(new URLSearchParams(query), { ...known, isStrict })

describe('the parameters of a query', () => {
  it.each([
    ...['', 'filter={}&filter={}', 'sort=a&sort=b&keys={}&keys={}', 'page=2&pagesize=5&count&hint=x'],
    ...['jsonMode=relaxed', 'rep=s', 'rep=STANDARD', 'np=true', 'eager=0', 'nocache'],
    ...['x=1&x=2', 'tenant=t', 'm=1', 'w=1', 'location=a', 'state=b', 'status=c', 'q=d'],
  ])('pass where they are read, and where they are nothing that could be meant: %s', query => {
    expect(check(query)).toBeUndefined()
  })

  it.each([
    ['filtr={}', 'filtr', 'Did you mean "filter"?'],
    ['Filter={}', 'Filter', 'Did you mean "filter"?'],
    ['fitler={}', 'fitler', 'Did you mean "filter"?'],
    ['pagesise=5', 'pagesise', 'Did you mean "pagesize"?'],
    ['page_size=5', 'page_size', 'Did you mean "pagesize"?'],
    ['key={}', 'key', 'Did you mean "keys"?'],
    ['SORT=a', 'SORT', 'Did you mean "sort"?'],
    ['jsonmode=relaxed', 'jsonmode', 'Did you mean "jsonMode"?'],
  ])('are refused where another name was meant: %s', (query, path, message) => {
    expect(check(query)).toMatchObject({
      code: 'BAD_QUERY',
      errors: [{ path, message: expect.stringContaining(message) }],
    })
  })

  it.each(['page=1&page=2', 'pagesize=1&pagesize=1', 'count&count', 'jsonMode=relaxed&jsonMode=shell', 'rep=s&rep=s'])(
    'are refused where they are sent twice and mean one thing: %s',
    query => {
      expect(check(query)).toMatchObject({ code: 'BAD_QUERY', errors: [{ message: 'Send it once.' }] })
    },
  )

  it.each([
    'rep=hal',
    'rep=SHAL',
    'rep=pj',
    'rep=',
    'hal=f',
    'shardkey={}',
    'sid=1&txn=1',
    'sort_by=a',
    'writeMode=upsert',
  ])('are refused where they ask for what is not served: %s', query => {
    expect(check(query)).toMatchObject({ code: 'BAD_QUERY' })
  })

  it.each(['wm=upsert', 'avars={}', 'id_type=NUMBER'])(
    'are refused where only another request reads them: %s',
    query => {
      expect(check(query)).toMatchObject({ errors: [{ message: 'It does nothing in this request. Leave it out.' }] })
    },
  )

  it('are all named where the request is strict', () => {
    expect(check('dryRun=true', true)).toMatchObject({ code: 'BAD_QUERY', errors: [{ path: 'dryRun' }] })
    expect(check('x=1', true)).toMatchObject({ errors: [{ path: 'x' }] })
    expect(check('filter={}&rep=s', true)).toBeUndefined()
  })
})
