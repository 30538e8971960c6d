import type { DocumentTree } from './typed-document.ts'

/** A node of a document's tree, with the fields that any of its kinds may have. */
type SyntaxNode = {
  kind: string
  value?: unknown
  block?: boolean
  operation?: string
  name?: SyntaxNode
  alias?: SyntaxNode
  type?: SyntaxNode
  variable?: SyntaxNode
  defaultValue?: SyntaxNode
  typeCondition?: SyntaxNode
  selectionSet?: SyntaxNode
  selections?: readonly SyntaxNode[]
  arguments?: readonly SyntaxNode[]
  directives?: readonly SyntaxNode[]
  variableDefinitions?: readonly SyntaxNode[]
  values?: readonly SyntaxNode[]
  fields?: readonly SyntaxNode[]
}

type LocatedTree = DocumentTree & { loc?: { source?: { body?: unknown } } }

/** The text of a document: where its source is known that, else printed from its tree. */
export function documentText(document: LocatedTree): string {
  const body = document.loc?.source?.body
  if (typeof body === 'string') return body
  const definitions: readonly SyntaxNode[] = JSON.parse(JSON.stringify(document.definitions))
  return definitions.map(print).join('\n')
}

function print(node: SyntaxNode): string {
  const printer = PRINTERS[node.kind]
  return printer ? printer(node) : String(node.value)
}

const PRINTERS: Readonly<Record<string, (node: SyntaxNode) => string>> = {
  OperationDefinition: node =>
    words(
      node.operation,
      `${maybe(node.name)}${list(node.variableDefinitions, '(', ')')}`,
      all(node.directives),
      maybe(node.selectionSet),
    ),
  FragmentDefinition: node =>
    words(
      'fragment',
      maybe(node.name),
      'on',
      maybe(node.typeCondition),
      all(node.directives),
      maybe(node.selectionSet),
    ),
  SelectionSet: node => `{ ${all(node.selections)} }`,
  Field: node =>
    words(
      `${node.alias ? `${print(node.alias)}: ` : ''}${maybe(node.name)}${list(node.arguments, '(', ')')}`,
      all(node.directives),
      maybe(node.selectionSet),
    ),
  FragmentSpread: node => words(`...${maybe(node.name)}`, all(node.directives)),
  InlineFragment: node =>
    words(
      node.typeCondition ? `... on ${print(node.typeCondition)}` : '...',
      all(node.directives),
      maybe(node.selectionSet),
    ),
  VariableDefinition: node =>
    words(
      `${maybe(node.variable)}: ${maybe(node.type)}`,
      node.defaultValue ? `= ${print(node.defaultValue)}` : '',
      all(node.directives),
    ),
  Variable: node => `$${maybe(node.name)}`,
  Directive: node => `@${maybe(node.name)}${list(node.arguments, '(', ')')}`,
  Argument: named,
  ObjectField: named,
  Name: node => String(node.value),
  NamedType: node => maybe(node.name),
  ListType: node => `[${maybe(node.type)}]`,
  NonNullType: node => `${maybe(node.type)}!`,
  StringValue: node => JSON.stringify(node.value),
  NullValue: () => 'null',
  ListValue: node => list(node.values, '[', ']') || '[]',
  ObjectValue: node => list(node.fields, '{', '}') || '{}',
}

function named({ name, value }: SyntaxNode): string {
  return `${maybe(name)}: ${isNode(value) ? print(value) : ''}`
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'kind' in value

const maybe = (node: SyntaxNode | undefined): string => (node ? print(node) : '')
const all = (nodes: readonly SyntaxNode[] = []): string => nodes.map(print).join(' ')
const words = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ')
const list = (nodes: readonly SyntaxNode[] | undefined, open: string, close: string): string =>
  nodes?.length ? `${open}${nodes.map(print).join(', ')}${close}` : ''
