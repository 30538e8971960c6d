export { createGraphqlApps } from './create-graphql-apps.ts'
