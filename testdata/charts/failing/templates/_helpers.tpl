{{- define "failing.host" -}}
{{ required "host must be set, such as --set host=example.org" .Values.host }}
{{- end }}

{{- define "failing.outer" -}}
host: {{ include "failing.host" . }}
{{- end }}

{{- define "failing.port" -}}
{{ .Values.nothing.port }}
{{- end }}

{{- define "failing.middle" -}}
port: {{ include "failing.port" . }}
{{- end }}
