{{- define "shop.level" -}}
{{ .Values.settings.log.level }}{{/* # want: chart-render-failed "nil pointer" */}}
{{- end }}
