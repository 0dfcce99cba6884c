{{- define "shop.name" -}}
{{ .Release.Name }}
{{- end }}
