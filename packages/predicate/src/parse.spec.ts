import { describe, expect, it } from '@jest/globals'
import { type ParseResult, parsePredicate, printPredicate } from './index.ts'

const printed = (text: string): string => {
  const result = parsePredicate(text, 'condition')
  return result.kind === 'parsed'
    ? printPredicate(result.predicate)
    : `${result.line}:${result.column} ${result.message}`
}

const invalid = (text: string): Extract<ParseResult, { kind: 'invalid' }> => {
  const result = parsePredicate(text, 'condition')
  if (result.kind !== 'invalid') throw new Error(`${text} was accepted`)
  return result
}

describe('reading an expression', () => {
  it.each([
    ['secure', 'secure'],
    ["path('/a')", "path('/a')"],
    ['path(/a)', "path('/a')"],
    ['path("/a", \'/b\')', "path('/a', '/b')"],
    ['path({/a, /b})', "path('/a', '/b')"],
    ['path[/a]', "path('/a')"],
    ['method[value=GET]', "method(value='GET')"],
    ['contains(value=%{i,Accept}, search={a, b})', "contains(value='%{i,Accept}', search={'a', 'b'})"],
    ['in(%u, array={a, b})', "in('%u', array={'a', 'b'})"],
    ['qparams-whitelist()', 'qparams-whitelist()'],
    ['qparams-whitelist({})', 'qparams-whitelist()'],
    ["path('/it\\'s')", "path('/it\\'s')"],
    ['path("/it\'s")', "path('/it\\'s')"],
    ["regex('\\d+\\.css')", "regex('\\d+\\.css')"],
    ['equals(%{i,X Y}, b)', "equals('%{i,X Y}', 'b')"],
    ['path-template(/a/{b}/{c-d})', "path-template('/a/{b}/{c-d}')"],
    ['equals(%{i,X}-%u,%{q,a=b})', "equals('%{i,X}-%u', '%{q,a=b}')"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression's own form
    ['path-template(/{x}) and equals(${x},%u)', "path-template('/{x}') and equals('${x}', '%u')"],
    ["path('/a') or path('/b') and not method(GET)", "path('/a') or path('/b') and not method('GET')"],
    ["(path('/a') or path('/b')) and secure", "(path('/a') or path('/b')) and secure"],
    ['secure and (true and false)', 'secure and (true and false)'],
    ['[secure or true] and not (not false)', '(secure or true) and not not false'],
    ['((secure))', 'secure'],
  ])('reads %s', (text, normal) => {
    expect(printed(text)).toBe(normal)
  })

  it('leaves out comments, and goes on over line breaks inside brackets and before or after an operator', () => {
    const text = "# who\n  # and what\npath(\n  '/a',\n # inside\n '/b'\n)\n\n  and (secure\n or\n true)\n# the end\n"
    expect(printed(text)).toBe("path('/a', '/b') and (secure or true)")
  })

  it('takes a number sign for itself anywhere but at the start of a line', () => {
    expect(printed('equals(%q, a#b)')).toBe("equals('%q', 'a#b')")
  })
})

describe('refusing an expression', () => {
  it.each([
    ['', '1:1', 'empty'],
    ['# nothing', '1:1', 'empty'],
    ["pth('/a')", '1:1', 'Did you mean "path"?'],
    ["path-prefixx('/a')", '1:1', 'Did you mean "path-prefix"?'],
    ['frobnicate', '1:1', 'no predicate "frobnicate".'],
    ["path('/a') AND secure", '1:12', 'lower case'],
    ["NOT path('/a')", '1:5', 'second expression'],
    ["NOT(path('/a'))", '1:9', 'can not stand here'],
    ["path(pth='/a')", '1:6', 'Did you mean "path"?'],
    ["regex(value='/a')", '1:1', 'needs the parameter "pattern"'],
    ['path', '1:1', 'needs the parameter "path"'],
    ['path()', '1:1', 'needs a value'],
    ["path('')", '1:6', 'must not be empty'],
    ["contains('a')", '1:9', 'no default parameter'],
    ['secure(x)', '1:7', 'takes no parameters'],
    ["path(path='/a', path='/b')", '1:17', 'twice'],
    ['exists(%u, %R)', '1:1', 'takes one value'],
    ["path(path='/a', '/b')", '1:17', 'without a name'],
    ['equals(%u)', '1:1', 'at least 2 values'],
    ["path('/a'", '1:5', ') is missing'],
    ["(path('/a')", '1:1', ') is missing'],
    ["path('/a'))", '1:11', 'closes nothing'],
    ["path('/a']", '1:10', ') is expected'],
    ["path({'/a'", '1:6', '} is missing'],
    ['path("/a', '1:6', '" is missing'],
    ["path(a'b')", '1:7', 'quote'],
    ['equals(%{i,X, b)', '1:8', '} is missing'],
    ["path('/a') and", '1:15', 'missing'],
    ["and path('/a')", '1:1', 'missing before "and"'],
    ["'path'('/a')", '1:1', 'not a text'],
    ["path('/a',)", '1:11', 'value is expected'],
    ['path-template(/{a)', '1:16', 'can not stand here'],
    ['path({/a}/{b})', '1:10', 'expected'],
    ['path(=)', '1:6', 'value is expected'],
    ["path('/a')\nmethod('GET')", '2:1', 'second expression'],
    ["path-template('/{a}/{a}')", '1:15', 'twice'],
    ["path-template('/a{b}')", '1:15', 'whole segment'],
    ["path-template('/a*')", '1:15', 'stands alone'],
    ["method('GE T')", '1:8', 'HTTP method'],
    ['response-code(6xx)', '1:15', 'class'],
    ['qparams-size(two)', '1:14', 'whole number'],
    ["regex('(')", '1:7', 'missing closing'],
    ["regex('a{9999}')", '1:7', 'repeat'],
    ["regex('x', full-match=yes)", '1:23', 'true or false'],
    ['ip-match(10.0.0.*)', '1:10', 'no range'],
    ['ip-match(10.0.0.0/33)', '1:10', 'no range'],
    ['ip-match("10.0.0.1 permit")', '1:10', 'allow or deny'],
    ['ip-match(10.1)', '1:10', 'no address'],
    ['max-content-size(1k)', '1:18', 'number of bytes'],
    ['bson-request-whitelist(a.0.b)', '1:24', 'positions'],
    ['exists(yes)', '1:1', 'something to look for'],
    ['equals(%x, a)', '1:8', 'no attribute %x'],
    ['equals(50%, a)', '1:8', 'Write %%'],
    ['equals(%{i}, a)', '1:8', 'no attribute %{i}'],
    ['equals(%{z,a}, a)', '1:8', 'no attribute'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression's own form
    ['equals(${x}, a)', '1:1', 'bound by no predicate before'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression's own form
    ["equals(${x}, a) and path-template('/{x}')", '1:1', 'bound by no predicate before'],
    ['equals(@user, a)', '1:8', '@user needs the path'],
    ['equals(@request.bdy.x, a)', '1:8', '@request needs'],
    ["equals(@qparams['x'], a)", '1:16', '"[" can not stand here'],
    ["equals('@qparams[x]', a)", '1:8', 'Write %{q,name}'],
    ['equals(@now, a)', '1:8', 'can not stand'],
  ])('says where and why %j does not work', (text, position, message) => {
    const { line, column, message: said } = invalid(text)
    expect(`${line}:${column}`).toBe(position)
    expect(said).toContain(message)
  })

  it('shows the line with a caret below the place', () => {
    expect(invalid("secure\n\tand pth('/a')").caret).toBe(" and pth('/a')\n     ^")
  })

  it('shows a piece of a long line only', () => {
    const { caret, column } = invalid(`${"path('/abcdefgh') or ".repeat(20)}pth('/a')`)
    expect(column).toBe(421)
    expect(caret.split('\n')[0]?.length).toBeLessThanOrEqual(120)
    expect(caret.split('\n')[1]?.indexOf('^')).toBe(60)
  })

  it('refuses what looks at the response in a permission', () => {
    for (const text of [
      'response-code(200)',
      "equals(%s, '200')",
      'exists(%{o,Location})',
      'exists(%{RESPONSE_CODE})',
    ]) {
      expect(parsePredicate(text, 'condition').kind).toBe('parsed')
      expect(parsePredicate(text, 'permission')).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('response'),
      })
    }
  })

  it('accepts exactly 4,096 bytes, 32 levels and 64 predicates', () => {
    const bytes = (count: number) => `path('/${'é'.repeat(10)}${'a'.repeat(count - 29)}')`
    expect(Buffer.byteLength(bytes(4096))).toBe(4096)
    expect(printed(bytes(4096))).toContain('path(')
    expect(invalid(bytes(4097)).message).toContain('4096 bytes')

    expect(printed(`${'not '.repeat(16)}${'('.repeat(16)}secure${')'.repeat(16)}`)).toContain('not secure')
    expect(invalid(`${'not '.repeat(16)}${'('.repeat(17)}secure${')'.repeat(17)}`).message).toContain('32 levels')
    expect(invalid('('.repeat(4000)).message).toContain('32 levels')

    expect(printed(Array(64).fill('true').join(' or '))).toContain('true')
    expect(invalid(Array(65).fill('true').join(' or '))).toMatchObject({
      message: expect.stringContaining('64'),
      column: 64 * 8 + 1,
    })
  })
})
