import type { KafkaBusOptions } from '@sluice/bus/kafka'
import { OperatorError } from '@sluice/service-kit'
import type { ClusterConfig } from './settings.ts'

type KafkaSecuritySettings = Pick<
  ClusterConfig,
  'KAFKA_TLS' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD'
>

/**
 * How brokers are spoken to. Each connection signs in with the password that is in force when it is made.
 * @throws OperatorError for half a sign-in, and for a password in clear
 */
export function kafkaSecurity(current: () => KafkaSecuritySettings): Pick<KafkaBusOptions, 'ssl' | 'sasl'> {
  const settings = current()
  const { KAFKA_TLS: ssl = false, KAFKA_SASL_MECHANISM: mechanism } = settings
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings
  if (!mechanism && !username && !password) return { ssl }
  const missing = Object.entries({
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  }).flatMap(([name, value]) => (value ? [] : [name]))
  if (!mechanism || !username || !password) {
    throw new OperatorError(`To sign in to Kafka, set ${missing.join(' and ')} too, or none of the three.`)
  }
  if (mechanism === 'plain' && !ssl) {
    throw new OperatorError(
      'KAFKA_SASL_MECHANISM=plain would send the password in clear. Set KAFKA_TLS=1, or take scram-sha-512.',
    )
  }
  const sasl = {
    mechanism,
    username,
    get password() {
      return (current().KAFKA_SASL_PASSWORD ?? password).reveal()
    },
  }
  return { ssl, sasl }
}
