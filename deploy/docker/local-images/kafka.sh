# Takes its settings as apache/kafka does: KAFKA_LOG_DIRS becomes log.dirs.
set -euo pipefail
properties=/tmp/server.properties
env | while IFS='=' read -r name value; do
  case $name in
    KAFKA_HEAP_OPTS) ;;
    KAFKA_*) name=${name#KAFKA_}; name=${name//_/.}; printf '%s=%s\n' "${name,,}" "$value" ;;
  esac
done > "$properties"
kafka() { exec java ${KAFKA_HEAP_OPTS:--Xmx512m} -XX:+UseSerialGC -Dlog4j2.configurationFile=/opt/kafka/log4j2.xml -cp '/opt/kafka/libs/*' "$@"; }
(kafka kafka.tools.StorageTool format --ignore-formatted -t "${CLUSTER_ID:-5L6g3nShT-eMCtK--X86sw}" -c "$properties")
kafka kafka.Kafka "$properties"
