{{/* One variable from a Secret. Takes a dict: variable, name, key. */}}
{{- define "sluice.fromSecret" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .name | quote }}
      key: {{ .key | quote }}
{{- end -}}

{{/* One file from a Secret, by the name of its setting. Takes a dict: variable, name, key. */}}
{{- define "sluice.secretFile" -}}
- secret:
    name: {{ .name | quote }}
    items: [{ key: {{ .key | quote }}, path: {{ .variable }} }]
{{- end -}}

{{/* The secrets that may be replaced while a service runs, so it reads them from files. Takes a dict: root, name. */}}
{{- define "sluice.secretFiles" -}}
{{- $values := .root.Values -}}
{{- $secrets := $values.secrets -}}
{{ include "sluice.secretFile" (merge (dict "variable" "INTERNAL_SECRETS") $secrets.internal) }}
{{- with $values.kafka.sasl }}
{{- if .mechanism }}
{{ include "sluice.secretFile" (dict "variable" "KAFKA_SASL_PASSWORD" "name" .secret.name "key" .secret.passwordKey) }}
{{- end }}
{{- end }}
{{- if and (eq .name "data") $secrets.owner.name }}
{{ include "sluice.secretFile" (merge (dict "variable" "SLUICE_ADMIN_PASSWORD") $secrets.owner) }}
{{- end }}
{{- end -}}

{{/* A number of a values file is a float, which would be written with an exponent. */}}
{{- define "sluice.text" -}}
{{- if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* The environment of one service beside the settings of all. Takes a dict: root, name. */}}
{{- define "sluice.environment" -}}
{{- $root := .root -}}
{{- $secrets := $root.Values.secrets -}}
{{- $own := index $root.Values .name -}}
{{- $fullname := include "sluice.fullname" $root -}}
- name: INTERNAL_SECRETS_FILE
  value: /etc/sluice/secrets/INTERNAL_SECRETS
{{ include "sluice.fromSecret" (merge (dict "variable" "MONGODB_URI") $secrets.mongodb) }}
{{ include "sluice.fromSecret" (merge (dict "variable" "KAFKA_BROKERS") $secrets.kafka) }}
{{- with $root.Values.kafka.sasl }}
{{- if .mechanism }}
{{ include "sluice.fromSecret" (dict "variable" "KAFKA_SASL_USERNAME" "name" .secret.name "key" .secret.usernameKey) }}
- name: KAFKA_SASL_PASSWORD_FILE
  value: /etc/sluice/secrets/KAFKA_SASL_PASSWORD
{{- end }}
{{- end }}
{{ include "sluice.fromSecret" (merge (dict "variable" "REDIS_URL") $secrets.redis) }}
{{- if $secrets.traces.name }}
{{ include "sluice.fromSecret" (merge (dict "variable" "OTEL_EXPORTER_OTLP_HEADERS") $secrets.traces) }}
{{- end }}
{{- if $secrets.authorities.name }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/sluice/authorities/{{ $secrets.authorities.key }}
{{- end }}
{{- if and (eq .name "data") $secrets.owner.name }}
- name: SLUICE_ADMIN_PASSWORD_FILE
  value: /etc/sluice/secrets/SLUICE_ADMIN_PASSWORD
{{- end }}
{{- if and (eq .name "webhook-dispatcher") $secrets.smtp.name }}
{{ include "sluice.fromSecret" (merge (dict "variable" "SMTP_URL") $secrets.smtp) }}
{{- end }}
{{- if and (eq .name "webhook-dispatcher") $secrets.proxy.name }}
{{ include "sluice.fromSecret" (merge (dict "variable" "WEBHOOK_PROXY") $secrets.proxy) }}
{{- end }}
{{- if eq .name "mcp" }}
- name: GATEWAY_URL
  value: {{ ternary "https" "http" (ne $root.Values.gateway.tls.secretName "") }}://{{ $fullname }}-gateway-pods:8080
{{- end }}
{{- if eq .name "gateway" }}
- name: UPSTREAM_DATA
  value: http://{{ $fullname }}-data:8080
- name: UPSTREAM_GRAPHQL_APPS
  value: http://{{ $fullname }}-graphql-apps:8080
- name: UPSTREAM_KEYS
  value: http://{{ $fullname }}-keys:8080
- name: UPSTREAM_WEBHOOKS
  value: http://{{ $fullname }}-webhook-dispatcher:8080
- name: UPSTREAM_MCP
  value: http://{{ $fullname }}-mcp:8080
- name: SPOOL_DIR
  value: /var/lib/sluice/spool
{{- if $own.tls.secretName }}
- name: TLS_CERT
  value: /etc/sluice/tls/tls.crt
- name: TLS_KEY
  value: /etc/sluice/tls/tls.key
{{- end }}
{{- end }}
{{- range $variable, $value := $own.settings }}
{{- if ne (toString $value) "" }}
- name: {{ $variable }}
  value: {{ include "sluice.text" $value | quote }}
{{- end }}
{{- end }}
{{- end -}}
