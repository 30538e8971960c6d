import { describe, expect, it } from '@jest/globals'
import { backendSettings } from '@sluice/cluster/settings'
import { exchangeCompleted } from '@sluice/contracts'
import * as data from '@sluice/data/settings'
import * as gatewayService from '@sluice/gateway/settings'
import { clusterTrustSettings } from '@sluice/service-kit'
import * as webhookDispatcher from '@sluice/webhook-dispatcher/settings'
import { z } from 'zod'
import { podLabels, readManifests, readWorkloads, selector, selects } from './manifests.ts'

const workloads = readWorkloads()
const gateway = workloads.get('gateway')!
const [toldToAll = {}] = readManifests('ConfigMap', z.looseObject({ data: z.record(z.string(), z.string()) })).flatMap(
  ({ data: told }) => ('STOP_WITHIN_SECONDS' in told ? [told] : []),
)
const metadata = z.looseObject({ name: z.string() })

const declared = {
  ...backendSettings,
  ...clusterTrustSettings,
  ...data.settings,
  ...gatewayService.settings,
  ...webhookDispatcher.settings,
}
const secretNames = Object.entries(declared).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))

type SecretFile = { secret: { items: [{ path: string }] } }
const filePath = ({ secret }: SecretFile): string => secret.items[0].path

/** What a service takes to end, from its signal on, beyond what it is told (`runService`). */
const STOP_GRACE_SECONDS = 1

it('runs every service of a cluster', () => {
  expect([...workloads.keys()].sort()).toEqual(['data', 'gateway', 'graphql-apps', 'keys', 'mcp', 'webhook-dispatcher'])
})

describe.each([...workloads])('the pod of %s', (service, workload) => {
  const { spec: pod } = workload.spec.template
  const [container] = pod.containers
  const secretFiles = pod.volumes.flatMap(({ projected }) => projected?.sources ?? []).map(filePath)

  it('runs as a user by number who is not root', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 })
  })

  it('has a root file system that it can not write to', () => {
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true })
  })

  it('can write to nothing but /tmp, and a gateway to its spool', () => {
    const places = container.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath)
    expect(places).toEqual(service === 'gateway' ? ['/tmp', '/var/lib/sluice'] : ['/tmp'])
  })

  it('gains no privileges and has no capabilities', () => {
    const expected = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }
    expect(container.securityContext).toMatchObject(expected)
    expect(container.securityContext).not.toHaveProperty('privileged')
  })

  it('runs under the seccomp profile of the runtime', () => {
    expect(pod.securityContext).toMatchObject({ seccompProfile: { type: 'RuntimeDefault' } })
  })

  it('has no token of Kubernetes', () => {
    expect(pod.automountServiceAccountToken).toBe(false)
  })

  it('is given processor and memory, and a limit on both', () => {
    expect(container.resources.limits).toMatchObject({ cpu: '2', memory: '512Mi' })
    expect(container.resources.requests).toMatchObject({ cpu: expect.any(String), memory: expect.any(String) })
  })

  it('is asked on its admin port whether it has started, lives and is ready', () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container
    expect(startupProbe.httpGet).toEqual({ path: '/healthz', port: 'admin' })
    expect(livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'admin' })
    expect(readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'admin' })
    expect(ports).toContainEqual({ name: 'admin', containerPort: 9090 })
  })

  it('has the time to stop in order after nobody sends to it any more', () => {
    const { seconds } = container.lifecycle.preStop.sleep
    expect(seconds).toBeGreaterThan(0)
    const within = Number(toldToAll.STOP_WITHIN_SECONDS)
    expect(within).toBeGreaterThan(10)
    expect(pod.terminationGracePeriodSeconds).toBe(seconds + within + 2 * STOP_GRACE_SECONDS)
  })

  it('is told the secrets that it needs and no others, each from a Secret', () => {
    const common = ['INTERNAL_SECRETS', 'MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL']
    const expected = service === 'data' ? [...common, 'SLUICE_ADMIN_PASSWORD'] : common
    const fromSecrets = container.env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name)
    expect([...fromSecrets, ...secretFiles].sort()).toEqual(expected.sort())
  })

  it('reads from files, of which it is told the paths, those that may be replaced while it runs', () => {
    const expected = Object.entries(declared).flatMap(([name, { isLive }]) => (isLive ? [name] : []))
    expect(expected).toEqual(expect.arrayContaining(secretFiles))
    const folder = container.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath
    const told = secretFiles.map(name => ({ name: `${name}_FILE`, value: `${folder}/${name}` }))
    expect(container.env).toEqual(expect.arrayContaining(told))
    expect(secretFiles).toContain('INTERNAL_SECRETS')
  })

  it('has no value of a secret in its environment', () => {
    const values = container.env.filter(({ value }) => value !== undefined).map(({ name }) => name)
    expect(values.filter(name => secretNames.includes(name))).toEqual([])
  })

  it('is one that at most one disruption at a time takes', () => {
    const shape = z.looseObject({ spec: z.looseObject({ maxUnavailable: z.number(), selector }) })
    const budgets = readManifests('PodDisruptionBudget', shape)
    const own = budgets.filter(({ spec }) => selects(spec.selector, podLabels(workload)))
    expect(own.map(({ spec }) => spec.maxUnavailable)).toEqual([1])
  })
})

describe('secrets', () => {
  it('are in no ConfigMap', () => {
    const maps = readManifests('ConfigMap', z.looseObject({ data: z.record(z.string(), z.string()) }))
    const names = maps.flatMap(({ data }) => Object.keys(data))
    expect(names).toContain('PUBLIC_URL')
    expect(names.filter(name => secretNames.includes(name))).toEqual([])
  })

  it('are in no manifest', () => {
    expect(readManifests('Secret', z.unknown())).toEqual([])
  })
})

describe('what clients reach', () => {
  const ports = z.array(z.looseObject({ name: z.string(), port: z.number() }))
  const shape = z.looseObject({
    metadata,
    spec: z.looseObject({ type: z.string(), selector: z.record(z.string(), z.string()), ports }),
  })
  const services = readManifests('Service', shape)

  it('is the Service of the gateways alone, at the port for clients', () => {
    const backend = z.strictObject({ service: z.strictObject({ name: z.string(), port: z.unknown() }) })
    const rule = z.looseObject({ http: z.strictObject({ paths: z.array(z.looseObject({ backend })) }) })
    const ingresses = readManifests('Ingress', z.looseObject({ spec: z.looseObject({ rules: z.array(rule) }) }))
    const paths = ingresses.flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths))
    expect(paths.map(path => path.backend)).toEqual([{ service: { name: 'sluice-gateway', port: { name: 'http' } } }])
    const exposed = services.find(service => service.metadata.name === 'sluice-gateway')!
    expect(exposed.spec.selector).toEqual(podLabels(gateway))
    expect(exposed.spec.ports.map(({ name }) => name)).toEqual(['http'])
  })

  it('is no Service by its own address outside', () => {
    expect(new Set(services.map(({ spec }) => spec.type))).toEqual(new Set(['ClusterIP']))
  })
})

describe('more pods and fewer', () => {
  const reference = z.looseObject({ kind: z.string(), name: z.string() })
  const behavior = z.looseObject({ scaleDown: z.looseObject({ selectPolicy: z.string().optional() }) })
  const spec = z.looseObject({ scaleTargetRef: reference, minReplicas: z.number(), maxReplicas: z.number(), behavior })
  const scalers = readManifests('HorizontalPodAutoscaler', z.looseObject({ spec }))
  const scalerOf = (name: string) => scalers.find(scaler => scaler.spec.scaleTargetRef.name === `sluice-${name}`)!.spec

  it.each([...workloads])('%s is scaled by its own autoscaler, from two on', (service, { kind }) => {
    const { scaleTargetRef, minReplicas } = scalerOf(service)
    expect({ kind: scaleTargetRef.kind, minReplicas }).toEqual({ kind, minReplicas: 2 })
  })

  it('there are never more dispatchers than the topic has partitions', () => {
    expect(scalerOf('webhook-dispatcher').maxReplicas).toBeLessThanOrEqual(exchangeCompleted.partitions)
  })

  it('no gateway is taken away while nobody looks', () => {
    expect(scalerOf('gateway').behavior.scaleDown.selectPolicy).toBe('Disabled')
  })

  it('a new version replaces no pod before the next one is ready', () => {
    const strategy = z.looseObject({ rollingUpdate: z.looseObject({ maxUnavailable: z.unknown() }) })
    const deployments = readManifests('Deployment', z.looseObject({ spec: z.looseObject({ strategy }) }))
    expect(deployments.map(deployment => deployment.spec.strategy.rollingUpdate.maxUnavailable)).toEqual([
      0, 0, 0, 0, 0,
    ])
  })
})

describe('the spool of a gateway', () => {
  it('stays when the gateway is scaled away, and when all of them are deleted', () => {
    expect(gateway.kind).toBe('StatefulSet')
    const expected = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Retain', whenDeleted: 'Retain' } }
    expect(gateway.spec).toMatchObject(expected)
  })

  it('lies on a volume of its own that one pod at a time can have', () => {
    const claims = [{ metadata: { name: 'spool' }, spec: { accessModes: ['ReadWriteOncePod'] } }]
    expect(gateway.spec).toMatchObject({ volumeClaimTemplates: claims })
    const [container] = gateway.spec.template.spec.containers
    const mount = container.volumeMounts.find(({ name }) => name === 'spool')!.mountPath
    const folder = container.env.find(({ name }) => name === 'SPOOL_DIR')!.value!
    expect(folder.startsWith(`${mount}/`)).toBe(true)
  })
})
