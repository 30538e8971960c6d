import { describe, expect, it } from '@jest/globals'
import { firstSteps } from './first-steps.ts'

describe('the first steps', () => {
  it('are three lines for a shell, which ask for the password', () => {
    const steps = firstSteps({ origin: 'http://127.0.0.1:8080', user: "o'neil", collections: '/' })
    expect(steps).toHaveLength(3)
    expect(steps[0]?.line).toBe("curl -u 'o'\\''neil' -X PUT http://127.0.0.1:8080/orders")
    for (const { line } of steps) expect(line.startsWith("curl -u 'o'\\''neil' ")).toBe(true)
  })

  it('name the database where there are several', () => {
    const steps = firstSteps({ origin: 'http://a', user: 'admin', collections: '/shop/' })
    expect(steps[0]?.line).toContain('http://a/shop/orders')
    expect(steps[1]?.line).toContain('/shop/orders')
    expect(steps[2]?.line).toContain('http://a/shop/orders')
  })
})
