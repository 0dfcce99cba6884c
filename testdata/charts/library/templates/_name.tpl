{{- define "library.name" -}}
{{ .Release.Name }}
{{- end }}
