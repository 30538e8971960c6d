import { describe, expect, it } from '@jest/globals'
import { csvText } from './csv-text.ts'

describe('a table as CSV', () => {
  it('has a head, and a line for each row', () => {
    expect(csvText({ head: ['name', 'days'], rows: [['plain', '4']] })).toBe('name,days\r\nplain,4\r\n')
  })

  it.each([
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1+1', "' =1+1"],
    ['\t=1+1', "'\t=1+1"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['2026-11-26T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
  ])('has %j in a cell that runs nothing and ends where it ends', (text, cell) => {
    expect(csvText({ head: [], rows: [[text]] })).toBe(`\r\n${cell}\r\n`)
  })
})
