import { BlockList, isIPv6 } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { podLabels, readManifests, readWorkloads, selector, selects } from './manifests.ts'

const block = z.strictObject({ cidr: z.string(), except: z.array(z.string()).default([]) })
const peer = z.strictObject({
  podSelector: selector.optional(),
  namespaceSelector: selector.optional(),
  ipBlock: block.optional(),
})
const ports = z.array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.number() })).optional()
const policy = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.strictObject({ from: z.array(peer).optional(), ports })).default([]),
    egress: z.array(z.strictObject({ to: z.array(peer).optional(), ports })).default([]),
  }),
})

const policies = readManifests('NetworkPolicy', policy)
const workloads = readWorkloads()
const labelsOf = (service: string) => podLabels(workloads.get(service)!)
const policiesOf = (service: string) =>
  policies.filter(({ spec }) => selects(spec.podSelector, labelsOf(service))).map(({ spec }) => spec)
const services = [...workloads.keys()]
const behindGateway = services.filter(service => service !== 'gateway')

/** Tells which services a pod of the release may call, or be called by, at a port. */
const reachable = (
  rules: { peers?: z.infer<typeof peer>[] | undefined; ports: z.infer<typeof ports> }[],
  port: number,
) =>
  services.filter(service =>
    rules.some(
      rule =>
        rule.ports?.some(allowed => allowed.port === port) &&
        rule.peers?.some(
          ({ podSelector, namespaceSelector }) =>
            podSelector && !namespaceSelector && selects(podSelector, labelsOf(service)),
        ),
    ),
  )

describe.each(services)('the network of %s', service => {
  it('is closed both ways, but for what is opened', () => {
    const closed = policiesOf(service).filter(({ ingress, egress }) => ingress.length === 0 && egress.length === 0)
    expect(closed).toMatchObject([{ policyTypes: ['Ingress', 'Egress'] }])
  })

  it('opens only named ports to somebody', () => {
    const rules = policiesOf(service).flatMap(({ ingress }) => ingress)
    expect(rules.filter(rule => !rule.ports?.length)).toEqual([])
  })

  it('lets nobody read the admin port but the namespace of the metrics', () => {
    const rules = policiesOf(service).flatMap(({ ingress }) => ingress)
    const admin = rules.filter(rule => rule.ports?.some(({ port }) => port === 9090))
    const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }]
    expect(admin).toMatchObject([{ from, ports: [{ port: 9090 }] }])
  })

  it('resolves names, and reaches MongoDB, Kafka and Redis', () => {
    const rules = policiesOf(service).flatMap(({ egress }) => egress)
    const open = rules.flatMap(rule => rule.ports ?? []).map(({ protocol, port }) => `${protocol} ${port}`)
    expect(open).toEqual(expect.arrayContaining(['UDP 53', 'TCP 53', 'TCP 27017', 'TCP 9092', 'TCP 6379']))
  })
})

describe('a gateway', () => {
  const own = policiesOf('gateway')

  it('may be called by anybody, at the port for clients only', () => {
    const open = own.flatMap(({ ingress }) => ingress).filter(rule => rule.from === undefined)
    expect(open).toEqual([{ ports: [{ protocol: 'TCP', port: 8080 }] }])
  })

  it('may call every service, and no other gateway', () => {
    const rules = own.flatMap(({ egress }) => egress).map(rule => ({ peers: rule.to, ports: rule.ports }))
    expect(reachable(rules, 8080)).toEqual(behindGateway)
  })
})

describe.each(behindGateway)('the service %s', service => {
  const own = policiesOf(service)

  it('is called by gateways only', () => {
    const rules = own.flatMap(({ ingress }) => ingress)
    expect(rules.filter(rule => rule.from === undefined)).toEqual([])
    const from = rules.map(rule => ({ peers: rule.from, ports: rule.ports }))
    expect(reachable(from, 8080)).toEqual(['gateway'])
  })

  it('calls no other service, but for the one whose tools ask the gateway', () => {
    const to = own.flatMap(({ egress }) => egress).map(rule => ({ peers: rule.to, ports: rule.ports }))
    expect(reachable(to, 8080)).toEqual(service === 'mcp' ? ['gateway'] : [])
  })
})

describe('addresses outside', () => {
  const blocks = policies.flatMap(({ metadata, spec }) =>
    spec.egress.flatMap(({ to = [] }) =>
      to.flatMap(({ ipBlock }) => (ipBlock ? [{ metadata, spec, ...ipBlock }] : [])),
    ),
  )

  it('may be called by webhook-dispatcher alone', () => {
    expect(blocks.length).toBeGreaterThan(0)
    for (const { spec } of blocks) {
      expect(services.filter(service => selects(spec.podSelector, labelsOf(service)))).toEqual(['webhook-dispatcher'])
    }
  })

  it('are never "all": each rule for what goes out names to whom', () => {
    const open = policies.flatMap(({ spec }) => spec.egress.filter(({ to }) => !to?.length))
    expect(open).toEqual([])
  })

  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  const contains = (cidrs: readonly string[], address: string) => {
    const list = new BlockList()
    for (const [network = '', bits] of cidrs.map(cidr => cidr.split('/'))) {
      if (familyOf(network) === familyOf(address)) list.addSubnet(network, Number(bits), familyOf(network))
    }
    return list.check(address, familyOf(address))
  }
  const isOpen = (address: string) =>
    blocks.some(({ cidr, except }) => contains([cidr], address) && !contains(except, address))

  it.each(['1.1.1.1', '8.8.8.8', '203.0.112.1', '2606:4700::1111', '2a00:1450::1'])('are open: %s', address => {
    expect(isOpen(address)).toBe(true)
  })

  it.each([
    ...[
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.0.1',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
    ],
    ...['255.255.255.255', '0.0.0.0', '::1', '::', '::ffff:10.0.0.1', 'fd00::1', 'fe80::1', 'fec0::1', 'ff02::1'],
    ...['2002:a00:1::1', '2001:db8::1', '64:ff9b:1::1'],
  ])('that are not public stay closed: %s', address => {
    expect(isOpen(address)).toBe(false)
  })
})
