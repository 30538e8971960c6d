{{- define "sluice.probe" -}}
httpGet: { path: {{ .path }}, port: admin }
periodSeconds: {{ .period }}
timeoutSeconds: {{ .timeout }}
failureThreshold: {{ .failures }}
{{- end -}}

{{/* The pod of one service. Takes a dict: root (the chart's scope), name (of the service). */}}
{{- define "sluice.pod" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $own := index $values .name -}}
{{- $hasSpool := eq .name "gateway" -}}
{{- $hasTls := and $hasSpool $own.tls.secretName -}}
{{- if gt (add (int64 $values.shutdown.preStopSeconds) 12) (int64 $values.shutdown.graceSeconds) -}}
{{- fail "shutdown.graceSeconds has to be shutdown.preStopSeconds and 12 more, or a pod is killed before it has ended in order." -}}
{{- end -}}
metadata:
  labels:
    {{- include "sluice.labels" . | nindent 4 }}
  annotations:
    checksum/settings: {{ include (print $root.Template.BasePath "/settings.yaml") $root | sha256sum | quote }}
    {{- with $own.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "sluice.fullname" $root }}
  automountServiceAccountToken: false
  # Variables like KEYS_PORT, which Kubernetes makes of Services, are no settings.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $values.shutdown.graceSeconds }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $values.spread }}
  topologySpreadConstraints:
    {{- range $values.spread }}
    - maxSkew: 1
      topologyKey: {{ .topologyKey }}
      whenUnsatisfiable: {{ .whenUnsatisfiable }}
      labelSelector:
        matchLabels:
          {{- include "sluice.labels" $ | nindent 10 }}
      {{- if not $hasSpool }}
      matchLabelKeys: [pod-template-hash]
      {{- end }}
    {{- end }}
  {{- end }}
  containers:
    - name: {{ .name }}
      image: "{{ $values.image.repository }}:{{ $own.tag | default $values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: [{{ .name }}]
      ports:
        - name: http
          containerPort: 8080
        - name: admin
          containerPort: 9090
      envFrom:
        - configMapRef:
            name: {{ include "sluice.fullname" $root }}-settings
      env:
        {{- include "sluice.environment" . | nindent 8 }}
      # A service that finds no backend says so within 15 s and ends.
      startupProbe:
        {{- include "sluice.probe" (dict "path" "/healthz" "period" 2 "timeout" 4 "failures" 30) | nindent 8 }}
      livenessProbe:
        {{- include "sluice.probe" (dict "path" "/healthz" "period" 10 "timeout" 5 "failures" 6) | nindent 8 }}
      readinessProbe:
        {{- include "sluice.probe" (dict "path" "/readyz" "period" 5 "timeout" 4 "failures" 2) | nindent 8 }}
      lifecycle:
        preStop:
          sleep:
            seconds: {{ $values.shutdown.preStopSeconds }}
      resources:
        {{- toYaml $own.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      volumeMounts:
        - name: tmp
          mountPath: /tmp
        - name: secrets
          mountPath: /etc/sluice/secrets
          readOnly: true
        {{- if $hasSpool }}
        - name: spool
          mountPath: /var/lib/sluice
        {{- end }}
        {{- if $hasTls }}
        - name: tls
          mountPath: /etc/sluice/tls
          readOnly: true
        {{- end }}
        {{- if $values.secrets.authorities.name }}
        - name: authorities
          mountPath: /etc/sluice/authorities
          readOnly: true
        {{- end }}
  volumes:
    - name: tmp
      emptyDir:
        sizeLimit: 64Mi
    - name: secrets
      projected:
        defaultMode: 288 # r--r-----
        sources:
          {{- include "sluice.secretFiles" . | nindent 10 }}
    {{- if $hasTls }}
    - name: tls
      secret:
        secretName: {{ $own.tls.secretName }}
        defaultMode: 288 # r--r-----
    {{- end }}
    {{- with $values.secrets.authorities }}
    {{- if .name }}
    - name: authorities
      secret:
        secretName: {{ .name }}
        defaultMode: 288 # r--r-----
        items:
          - key: {{ .key }}
            path: {{ .key }}
    {{- end }}
    {{- end }}
{{- end -}}
