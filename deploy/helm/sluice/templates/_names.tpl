{{/* In front of the names of all objects. Takes the chart's scope. */}}
{{- define "sluice.fullname" -}}
{{- ternary .Release.Name (printf "%s-sluice" .Release.Name) (contains "sluice" .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels of all pods of the release. Takes the chart's scope. */}}
{{- define "sluice.releaseLabels" -}}
app.kubernetes.io/name: sluice
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Labels of one service. Takes a dict: root (the chart's scope), name (of the service). */}}
{{- define "sluice.labels" -}}
{{ include "sluice.releaseLabels" .root }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{/* All services, in the order of their start; the gateway is the only StatefulSet. */}}
{{- define "sluice.services" -}}
data graphql-apps keys mcp webhook-dispatcher gateway
{{- end -}}

{{- define "sluice.kind" -}}
{{- ternary "StatefulSet" "Deployment" (eq .name "gateway") -}}
{{- end -}}
