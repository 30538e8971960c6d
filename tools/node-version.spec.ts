import { expect, it } from '@jest/globals'

it('runs on the Node that the project brings, whatever the machine has', () => {
  expect(process.version).toMatch(/^v24\./)
})
