// The plain manifests for Kubernetes, as tests read them.
import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const labels = z.record(z.string(), z.string())
type Labels = z.infer<typeof labels>

export const selector = z.strictObject({
  matchLabels: labels.default({}),
  matchExpressions: z
    .array(z.strictObject({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }))
    .default([]),
})
type Selector = z.infer<typeof selector>

/** Whether a selector takes a pod with these labels. */
export const selects = ({ matchLabels, matchExpressions }: Selector, on: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => on[key] === value) &&
  matchExpressions.every(({ key, values }) => values.includes(on[key] ?? ''))

const probe = z.looseObject({ httpGet: z.strictObject({ path: z.string(), port: z.string() }) })
const amounts = z.looseObject({ cpu: z.string(), memory: z.string() })

const variable = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) }).optional(),
})

const container = z.looseObject({
  image: z.string(),
  args: z.array(z.string()),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })),
  env: z.array(variable),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: z.strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.number() }) }) }),
  resources: z.strictObject({ requests: amounts, limits: amounts }),
  securityContext: z.looseObject({}),
  volumeMounts: z.array(
    z.looseObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }),
  ),
})

const secretFile = z.strictObject({ key: z.string(), path: z.string() })
const secretFiles = z.strictObject({
  defaultMode: z.literal(0o440),
  sources: z.array(z.strictObject({ secret: z.strictObject({ name: z.string(), items: z.tuple([secretFile]) }) })),
})

const workload = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    selector,
    template: z.looseObject({
      metadata: z.looseObject({ labels }),
      spec: z.looseObject({
        automountServiceAccountToken: z.boolean(),
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.looseObject({}),
        containers: z.tuple([container]),
        volumes: z.array(z.looseObject({ name: z.string(), projected: secretFiles.optional() })),
      }),
    }),
  }),
})
type Workload = z.infer<typeof workload>

const documents = parseAllDocuments(readFileSync('deploy/kubernetes/sluice.yaml', 'utf8')).map(document =>
  z.looseObject({ kind: z.string() }).parse(document.toJS()),
)

/** All objects of one kind. */
export const readManifests = <T>(kind: string, shape: z.ZodType<T>): T[] =>
  documents.filter(document => document.kind === kind).map(document => shape.parse(document))

/** What has pods, by the name of its service. */
export const readWorkloads = (): Map<string, Workload> =>
  new Map(
    ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod']
      .flatMap(kind => readManifests(kind, workload))
      .map(found => [found.spec.template.spec.containers[0].args.join(' '), found]),
  )

export const podLabels = ({ spec }: Workload): Labels => spec.template.metadata.labels
