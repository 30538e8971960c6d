// `npm run check:deploy`: the chart lints, refuses what it has to refuse, renders what is committed as plain manifests, and
// all of it holds against the schemas of Kubernetes. With --write the plain manifests are written anew.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '@sluice/testkit/arguments'
import { provideWheel } from '@sluice/testkit/backends'
import { provideHelm } from './provide-helm.ts'

const CHART = 'deploy/helm/sluice'
const PLAIN = 'deploy/kubernetes/sluice.yaml'
const PLAIN_VALUES = 'deploy/kubernetes/values.yaml'
const EVERYTHING = `${CHART}/ci/everything-values.yaml`
const WHEEL = 'kubernetes-validate==1.37.0'
/** The oldest that the chart takes, and the newest four. */
const KUBERNETES = ['1.30', '1.34', '1.35', '1.36', '1.37']
/** Helm that was built by itself takes its templates to be for 1.20. */
const FOR_KUBERNETES = ['--kube-version', '1.34.0']

const HEAD = `# Sluice on Kubernetes without Helm. Rendered from the chart in deploy/helm/sluice with deploy/kubernetes/values.yaml, by
# npm run check:deploy -- --write. README.md beside this file says more.
#
# 1. Replace the image "sluice:..." by where your cluster pulls it from, sluice.example.com by the name that clients use,
#    and selectors and ports of the NetworkPolicy sluice-backends by where your MongoDB, Kafka and Redis are.
# 2. Make the namespace and the secrets, which are in no file:
#
#      kubectl create namespace sluice
#      kubectl -n sluice create secret generic sluice-internal --from-literal=INTERNAL_SECRETS="$(openssl rand -hex 32)"
#      kubectl -n sluice create secret generic sluice-owner --from-literal=SLUICE_ADMIN_PASSWORD="$(openssl rand -base64 18)"
#      kubectl -n sluice create secret generic sluice-mongodb --from-literal=MONGODB_URI='mongodb://...'
#      kubectl -n sluice create secret generic sluice-kafka --from-literal=KAFKA_BROKERS='host:9092'
#      kubectl -n sluice create secret generic sluice-redis --from-literal=REDIS_URL='redis://...'
#      kubectl -n sluice create secret tls sluice-tls --cert=cert.pem --key=key.pem
#
# 3. kubectl -n sluice apply -f sluice.yaml
#
# After a change of the ConfigMap: kubectl -n sluice rollout restart deployment,statefulset
`

type CommandResult = { status: number | null; output: string; printed: string }
type ChartRefusal = { what: string; values: readonly string[]; expect: RegExp }

const REFUSALS: readonly ChartRefusal[] = [
  { what: 'more dispatchers than partitions', values: ['webhook-dispatcher.replicas=13'], expect: /replicas/ },
  {
    what: 'an autoscaler that goes beyond the partitions',
    values: ['webhook-dispatcher.autoscaling.maxReplicas=13'],
    expect: /maxReplicas/,
  },
  { what: 'a setting that does not exist', values: ['keys.settings.KEYS_MAX=1'], expect: /KEYS_MAX/ },
  { what: 'a secret among the settings', values: ['settings.MONGODB_URI=mongodb://host'], expect: /MONGODB_URI/ },
  { what: 'a password of Kafka in clear', values: ['kafka.sasl.mechanism=plain'], expect: /tls/ },
  { what: 'a service without the secret of all', values: ['secrets.internal.name='], expect: /internal/ },
  { what: 'less time to stop than a service needs', values: ['shutdown.graceSeconds=14'], expect: /graceSeconds/ },
  {
    what: 'an autoscaler below the fewest',
    values: ['data.replicas=4', 'data.autoscaling.maxReplicas=3'],
    expect: /data\.autoscaling\.maxReplicas/,
  },
  { what: 'an Ingress without hosts', values: ['ingress.enabled=true'], expect: /hosts/ },
]

function run(command: string, args: readonly string[]): CommandResult {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return { status, printed: stdout ?? '', output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` }
}

/** Says how it went. @returns whether it went well */
function report(what: string, isWell: boolean, output: string): boolean {
  console.log(`${isWell ? 'ok    ' : 'FAILED'}  ${what}`)
  if (!isWell) console.error(output)
  return isWell
}

const template = (helm: string, ...options: string[]): CommandResult =>
  run(helm, ['template', 'sluice', CHART, '--namespace', 'sluice', ...FOR_KUBERNETES, ...options])

function lint(helm: string, values: string): boolean {
  const { status, output } = run(helm, ['lint', CHART, '--strict', ...FOR_KUBERNETES, '--values', values])
  return report(`helm lint with ${values}`, status === 0, output)
}

function refuses(helm: string, { what, values, expect }: ChartRefusal): boolean {
  const { status, output } = template(helm, ...values.flatMap(value => ['--set', value]))
  return report(`the chart refuses ${what}`, status !== 0 && expect.test(output), output)
}

/** Templates of comments and conditions leave blank lines behind. */
const tidy = (rendered: string): string =>
  rendered
    .split('\n')
    .filter(line => line.trim() !== '')
    .join('\n')

function checkPlain(helm: string, isWriting: boolean): boolean {
  const { status, printed, output } = template(helm, '--values', PLAIN_VALUES)
  if (status !== 0) return report(`helm template with ${PLAIN_VALUES}`, false, output)
  const text = `${HEAD}${tidy(printed)}\n`
  if (isWriting) writeFileSync(PLAIN, text)
  const isSame = readOrEmpty(PLAIN) === text
  const { printed: version } = run(helm, ['version', '--short'])
  const help = `${PLAIN} is not what the chart renders (Helm ${version.trim()}). Run: npm run check:deploy -- --write`
  return report(`${PLAIN} is what the chart renders`, isSame, help)
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** A kind that the schemas do not know is a warning of the validator; here it is a fault, but for the operator's own. */
function hasUnknownKind(output: string): boolean {
  return output.split('\n').some(line => line.startsWith('WARN') && !line.includes('kind ServiceMonitor '))
}

type Validator = NonNullable<Awaited<ReturnType<typeof provideWheel>>>

function validate({ python, folder }: Validator, file: string, what: string): boolean {
  const code = 'import sys; from kubernetes_validate.__main__ import main; sys.exit(main())'
  const versions = KUBERNETES.flatMap(version => ['-k', version])
  const args = [`PYTHONPATH=${folder}`, python, '-c', code, ...versions, '--strict', file]
  const { status, printed, output } = run('/usr/bin/env', args)
  const passed = printed.split('\n').filter(line => line.startsWith('INFO')).length
  const isWell = status === 0 && passed > 0 && !hasUnknownKind(printed)
  const faults = output.split('\n').filter(line => !line.startsWith('INFO'))
  return report(`${what} by the schemas of ${KUBERNETES.join(', ')}: ${passed} looks`, isWell, faults.join('\n'))
}

function validateEverything(helm: string, validator: Validator): boolean {
  const { status, printed, output } = template(helm, '--values', EVERYTHING)
  if (status !== 0) return report(`helm template with ${EVERYTHING}`, false, output)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-chart-'))
  try {
    const file = join(folder, 'everything.yaml')
    writeFileSync(file, printed)
    return validate(validator, file, 'the chart with everything switched on')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function check(isWriting: boolean): Promise<boolean> {
  const helm = await provideHelm()
  const validator = await provideWheel(WHEEL)
  if (!validator) console.error(`${WHEEL} needs python3 with pip. Install both, then run this again.`)
  if (!helm || !validator) return false
  const results = [
    ...[PLAIN_VALUES, EVERYTHING].map(values => lint(helm, values)),
    ...REFUSALS.map(refusal => refuses(helm, refusal)),
    checkPlain(helm, isWriting),
    validate(validator, PLAIN, PLAIN),
    validateEverything(helm, validator),
  ]
  console.log(`${results.filter(Boolean).length} passed, ${results.filter(isWell => !isWell).length} failed`)
  return results.every(Boolean)
}

const { values } = readArguments('usage: npm run check:deploy [-- --write]', {
  options: { write: { type: 'boolean', default: false } },
})
process.exitCode = (await check(values.write)) ? 0 : 1
