/** A webhook as a definition holds it, which no request matches. @param more what it has besides, or otherwise */
export const webhookDefinition = (id: string, more: object = {}): object => ({
  _id: id,
  name: id,
  type: 'http',
  enabled: true,
  condition: "path('/nowhere')",
  url: 'https://hooks.example.com/',
  ...more,
})
