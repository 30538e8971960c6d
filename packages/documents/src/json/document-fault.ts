/** Something inside a JSON document can't be read as BSON. Never leaves this package: it becomes a refusal. */
export class DocumentFault extends Error {
  override name = 'DocumentFault'
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}
