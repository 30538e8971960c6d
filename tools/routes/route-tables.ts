import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * A line of a service's table of routes. `maker`: the function that makes its operation; `file`: where that is written,
 * from the root of the repository.
 */
export type RouteLine = { method: string; path: string; maker: string; file: string }

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** What stands in paths for a choice by tier, as the shared tier takes it. */
const IN_SHARED_TIER: Readonly<Record<string, string>> = {
  collection: '/:collection',
  acl: '/acl',
  users: '/users',
  base: '/gql-apps',
}
/** Tables of the dedicated tier alone. */
const LEFT_OUT: ReadonlySet<string> = new Set(['databaseRoutes', 'consoleRoutes'])

/** Every route of every service in the shared tier, in the order of the tables, by reading the sources. */
export function readRouteTables(): RouteLine[] {
  const files = globSync('services/*/src/**/*.ts').filter(file => !/\.spec\.ts$|\/testing\//.test(file))
  return files.toSorted().flatMap(readFile)
}

function readFile(file: string): RouteLine[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const imports = importsOf(source)
  const lines: RouteLine[] = []
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && LEFT_OUT.has(node.name?.getText() ?? '')) return
    const line = lineOf(node)
    if (line?.path.startsWith('/')) lines.push({ ...line, file: imports.get(line.maker) ?? file })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}

const isDeclaration = (node: ts.Node) => ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)

/** @returns undefined for what is no line of a table: `[method, path, operation]` */
function lineOf(node: ts.Node): Omit<RouteLine, 'file'> | undefined {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length !== 3) return undefined
  const [method, path, operation] = node.elements
  if (!method || !path || !operation) return undefined
  if (!ts.isStringLiteral(method) || !METHODS.has(method.text)) return undefined
  const maker = ts.isCallExpression(operation) ? operation.expression : operation
  return { method: method.text, path: pathOf(path), maker: maker.getText() }
}

function pathOf(path: ts.Expression): string {
  if (ts.isStringLiteral(path) || ts.isNoSubstitutionTemplateLiteral(path)) return path.text
  if (!ts.isTemplateExpression(path)) return IN_SHARED_TIER[path.getText()] ?? path.getText()
  const spans = path.templateSpans.map(({ expression, literal }) => pathOf(expression) + literal.text)
  return path.head.text + spans.join('')
}

/** The file that each imported name comes from; of packages nothing, as a route is the service's own. */
function importsOf(source: ts.SourceFile): Map<string, string> {
  const files = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const from = statement.moduleSpecifier.text
    const names = statement.importClause?.namedBindings
    if (!from.startsWith('.') || !names || !ts.isNamedImports(names)) continue
    for (const { name } of names.elements) files.set(name.text, join(dirname(source.fileName), from))
  }
  return files
}
