{{- /* Names, labels and the parts that pods have in common. */ -}}

{{- define "nido.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- /* 40 characters at most, so that the longest suffix still fits into a label. */ -}}
{{- define "nido.fullname" -}}
{{- $name := include "nido.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $full .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "nido.selector" -}}
app.kubernetes.io/name: {{ include "nido.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "nido.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "nido.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- /* Metadata of an object: (dict "root" $ "component" "api" "suffix" "-api"). */ -}}
{{- define "nido.metadata" -}}
name: {{ include "nido.fullname" .root }}{{ .suffix | default (printf "-%s" .component) }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "nido.labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- /* The labels that select the pods of a component: (dict "root" $ "component" "api"). */ -}}
{{- define "nido.podSelector" -}}
{{ include "nido.selector" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- /* (dict "root" $ "image" .Values.api.image) */ -}}
{{- define "nido.image" -}}
{{- $registry := .root.Values.global.imageRegistry -}}
{{- with .image -}}
{{- if $registry }}{{ trimSuffix "/" $registry }}/{{ end }}{{ .repository -}}
{{- if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.root.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end -}}

{{- define "nido.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "nido.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- define "nido.secret" -}}
{{- .Values.secrets.existingSecret | default (include "nido.fullname" .) -}}
{{- end -}}

{{- /* What holds for the pods of a component, as YAML: `pods`, and over it the component's own. */ -}}
{{- define "nido.podValues" -}}
{{- $own := dict -}}
{{- range $key := keys .root.Values.pods -}}
{{- if hasKey $.values $key -}}{{- $_ := set $own $key (index $.values $key) -}}{{- end -}}
{{- end -}}
{{- toYaml (mergeOverwrite (deepCopy .root.Values.pods) $own) -}}
{{- end -}}

{{- /* Metadata of a pod, without what differs with every version, so that an upgrade starts only those pods anew in which
something changes: (dict "root" $ "component" "api" "values" .Values.api "checksums" (dict …)). */ -}}
{{- define "nido.podMetadata" -}}
{{- $pod := include "nido.podValues" . | fromYaml -}}
labels:
  {{- include "nido.podSelector" . | nindent 2 }}
  {{- with $pod.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- if or $pod.annotations .checksums }}
annotations:
  {{- range $name, $text := .checksums }}
  checksum/{{ $name }}: {{ sha256sum $text }}
  {{- end }}
  {{- with $pod.annotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* The beginning of a pod's spec. */ -}}
{{- define "nido.podSpec" -}}
{{- $pod := include "nido.podValues" . | fromYaml -}}
serviceAccountName: {{ include "nido.serviceAccount" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with $pod.securityContext }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- with $pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- if .isSpread }}
topologySpreadConstraints:
  {{- if $pod.topologySpreadConstraints }}
  {{- toYaml $pod.topologySpreadConstraints | nindent 2 }}
  {{- else }}
  {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "nido.podSelector" $ | nindent 8 }}
  {{- end }}
  {{- end }}
{{- else if $pod.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml $pod.topologySpreadConstraints | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "nido.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- /* Image and limits of a container: (dict "root" $ "image" … "resources" …). */ -}}
{{- define "nido.container" -}}
image: {{ include "nido.image" . }}
imagePullPolicy: {{ .image.pullPolicy }}
securityContext:
  {{- include "nido.containerSecurity" . | nindent 2 }}
resources:
  {{- toYaml .resources | nindent 2 }}
{{- end -}}

{{- /* A variable from the Secret: (dict "root" $ "name" "SECRET_KEY" "key" "secretKey"). */ -}}
{{- define "nido.secretEnv" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ include "nido.secret" .root }}
      key: {{ index .root.Values.secrets.keys .key }}
{{- end -}}

{{- define "nido.s3Endpoint" -}}
{{- if .Values.store.enabled -}}
http://{{ include "nido.fullname" . }}-store:9000
{{- else -}}
{{- .Values.externalS3.endpoint -}}
{{- end -}}
{{- end -}}

{{- /* host:port of each member of the replica set, separated by commas. */ -}}
{{- define "nido.mongodbHosts" -}}
{{- $name := include "nido.fullname" . -}}
{{- $hosts := list -}}
{{- range $member := until (int .Values.mongodb.mongodb.replicas) -}}
{{- $hosts = append $hosts (printf "%s-mongodb-%d.%s-mongodb:27017" $name $member $name) -}}
{{- end -}}
{{- join "," $hosts -}}
{{- end -}}

{{- /* The settings of a program of Nido: (dict "root" $ "component" "api" "values" .Values.api). `user`: the component as
which it signs in to store and database, where that is another one. */ -}}
{{- define "nido.env" -}}
{{- $pod := include "nido.podValues" . | fromYaml -}}
{{- $user := .user | default .component -}}
{{- with .root.Values -}}
{{- if eq .mongodb.kind "ferretdb" }}
- name: MONGO_URL
  value: mongodb://{{ include "nido.fullname" $.root }}-database:27017/{{ .mongodb.database }}
{{- else if eq .mongodb.kind "mongodb" }}
{{ include "nido.secretEnv" (dict "root" $.root "name" "MONGO_PASSWORD" "key" (printf "mongodb%sPassword" (title $user))) }}
- name: MONGO_URL
  value: mongodb://nido-{{ $user }}:$(MONGO_PASSWORD)@{{ include "nido.mongodbHosts" $.root }}/{{ .mongodb.database }}?replicaSet=nido&authSource=admin
{{- else }}
{{ include "nido.secretEnv" (dict "root" $.root "name" "MONGO_URL" "key" (printf "%sMongoUrl" $user)) }}
{{- end }}
- name: S3_ENDPOINT
  value: {{ include "nido.s3Endpoint" $.root }}
- name: S3_REGION
  value: {{ ternary "us-east-1" .externalS3.region .store.enabled }}
{{ include "nido.secretEnv" (dict "root" $.root "name" "S3_ACCESS_KEY" "key" (printf "%sAccessKey" $user)) }}
{{ include "nido.secretEnv" (dict "root" $.root "name" "S3_SECRET_KEY" "key" (printf "%sSecretKey" $user)) }}
{{ include "nido.secretEnv" (dict "root" $.root "name" "SECRET_KEY" "key" "secretKey") }}
- name: BASE_URL
  value: {{ .basePath | quote }}
{{- range $name, $value := .settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- with $pod.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Volumes of a pod: /tmp, and those of the values. */ -}}
{{- define "nido.volumes" -}}
{{- $pod := include "nido.podValues" . | fromYaml -}}
- name: tmp
  emptyDir: { sizeLimit: {{ .values.temporarySize | default "64Mi" }} }
{{- with $pod.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "nido.volumeMounts" -}}
{{- $pod := include "nido.podValues" . | fromYaml -}}
- name: tmp
  mountPath: /tmp
{{- with $pod.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "nido.envFrom" -}}
{{- $pod := include "nido.podValues" . | fromYaml -}}
{{- with $pod.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* Claims of a StatefulSet: (dict "root" $ "component" "store" "persistence" .Values.store.persistence). */ -}}
{{- define "nido.claims" -}}
volumeClaimTemplates:
  - metadata:
      name: {{ .name | default "data" }}
      labels:
        {{- include "nido.podSelector" . | nindent 8 }}
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .persistence.storageClass }}
      storageClassName: {{ . }}
      {{- end }}
      resources:
        requests:
          storage: {{ .persistence.size }}
{{- end -}}
