{{- define "shop.mounts" -}}
- name: data
  mountPath: /data
{{- if .Values.metrics }}
- name: metrics
  mountPath: /metrics
{{- end }}
{{- end -}}

{{- define "shop.notice" -}}
closed: on holidays
open: else
{{- end -}}

{{- define "shop.web.ports" -}}
- name: http
  port: 80
{{- end -}}
{{- define "shop.admin.ports" -}}
- name: http
  port: 8080
{{- end -}}
