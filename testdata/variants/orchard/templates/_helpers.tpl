{{- define "orchard.name" -}}
{{ .Release.Name }}-{{ .Chart.Name }}
{{- end -}}

{{- define "orchard.mode" -}}
{{- if eq .Values.mode "cluster" -}}
{{- $_ := set . "clustered" true -}}
{{- else if eq .Values.mode "simple" -}}
{{- $_ := set . "clustered" false -}}
{{- else -}}
{{- fail (printf "mode %s is not known" .Values.mode) -}}
{{- end -}}
{{- end -}}

{{- define "orchard.forgotten" -}}
{{- if .Values.replicas }}never: included{{ end -}}
{{- end -}}

{{- define "orchard.monitored" -}}
{{- if and .Values.monitoring.enabled (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1") -}}
true
{{- end -}}
{{- end -}}
