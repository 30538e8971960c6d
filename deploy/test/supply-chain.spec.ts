import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { PERMISSIVE } from './permissive-licences.ts'

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
})
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const EXACT = /^(?:npm:[^@]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/
const OURS = /^@sluice\//

const fetched = Object.entries(locked.parse(read('package-lock.json')).packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

describe('what Sluice is made of', () => {
  it('has a permissive licence, all of it that is not for development alone', () => {
    const others = fetched.flatMap(([path, { dev, license }]) =>
      dev || PERMISSIVE.has(license ?? '') ? [] : [`${path}: ${license}`],
    )
    expect(others).toEqual([])
  })

  it('is the same at every installation: each package by its checksum, and from wherever the registry is', () => {
    const loose = fetched.flatMap(([path, { integrity, inBundle, resolved }]) =>
      (integrity || inBundle) && !resolved ? [] : [path],
    )
    expect(loose).toEqual([])
  })

  it('is asked for by exact versions', () => {
    const manifests = [
      'package.json',
      ...globSync('{packages,services}/*/package.json'),
      ...globSync('{tools,bench,e2e,faults,deploy}/package.json'),
    ]
    const open = manifests.flatMap(file => {
      const { dependencies, devDependencies, optionalDependencies } = manifest.parse(read(file))
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([name, version]) => !OURS.test(name) && !EXACT.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`)
    })
    expect(open).toEqual([])
  })
})
