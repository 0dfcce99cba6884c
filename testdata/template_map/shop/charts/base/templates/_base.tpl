{{/* A library chart: labels and a pod, which others pass their parts to. */}}
{{- define "base.name" -}}
{{ .Release.Name }}-{{ .Chart.Name }}
{{- end -}}

{{- define "base.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- with .Values.extraLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "base.pod" -}}
containers:
  - name: {{ .name }}
    image: {{ .image | quote }}
    {{- with .resources }}
    resources:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    volumeMounts:
{{ .mounts | indent 6 }}
{{- end -}}
