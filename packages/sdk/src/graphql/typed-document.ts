/**
 * What GraphQL Code Generator (`TypedDocumentNode`, `TypedDocumentString`) and gql.tada make of a document: its types go
 * with it.
 */
export type DocumentTypes<Data, Variables> = { __apiType?: ((variables: Variables) => Data) | undefined }

/** A document of GraphQL: its text, or its tree, with its types where it has them. */
export type GraphqlDocument<Data, Variables> =
  | string
  | (DocumentTypes<Data, Variables> & (DocumentTree | { toString(): string }))

/** The tree of a document, as far as it is read here. */
export type DocumentTree = { readonly kind: 'Document'; readonly definitions: readonly unknown[] }

/** A document that the app trusts, by its SHA-256 in hexadecimal digits. */
export type DocumentReference<Data, Variables> = DocumentTypes<Data, Variables> & { documentId: string }
