// The only node: containerd, kubelet, the proxy of Services, and the server of names.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PKI } from './certificates.ts'
import type { Machine } from './machine.ts'
import { CONTAINERD, FOLDER, KUBECONFIG, NAME, NETWORK, NODE_NAME } from './places.ts'

const at = (...names: string[]) => path.join(FOLDER, ...names)
const VOLUMES = 40

/** Starts the node and gives it the images, folders of the OCI layout. */
export async function startNode(machine: Machine, images: string): Promise<void> {
  await writeSettings(machine.packages)
  await machine.start('containerd', ['--config', at('containerd.toml')])
  const ctr = ['--address', CONTAINERD, '--namespace', 'k8s.io']
  await machine.waitFor('containerd', async () => Boolean(await machine.run('ctr', ...ctr, 'version')))
  await machine.run('sh', '-c', `tar -C "$0" -cf - . | ctr ${ctr.join(' ')} images import -`, images)
  await machine.start('kubelet', [
    `--config=${at('kubelet.json')}`,
    `--kubeconfig=${at('node.kubeconfig')}`,
    `--hostname-override=${NODE_NAME}`,
    `--node-ip=${NETWORK.node}`,
    `--root-dir=${at('kubelet')}`,
    `--cert-dir=${at('kubelet-pki')}`,
  ])
  await machine.start('kube-proxy', [`--config=${at('proxy.json')}`])
  await machine.start('coredns', ['-conf', at('Corefile')])
  await machine.apply(await objects())
  await machine.waitFor(
    'the node',
    async () =>
      (await machine.kubectl(
        'get',
        'node',
        NODE_NAME,
        '--output',
        'jsonpath={.status.conditions[?(@.type=="Ready")].status}',
      )) === 'True',
  )
}

async function writeSettings(packages: string): Promise<void> {
  await mkdir(at('cni'), { recursive: true })
  const write = (name: string, content: string | object) =>
    writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  await write('containerd.toml', containerdSettings(packages))
  await write('cni/10-bridge.conflist', bridgeSettings)
  await write('resolv.conf', 'search .\n')
  await write('kubelet.json', kubeletSettings)
  await write('proxy.json', proxySettings)
  await write('Corefile', nameServerSettings)
  await makeCgroups()
}

/** All that the pods use is counted below one group, so that it can be found and removed. */
async function makeCgroups(): Promise<void> {
  const names = await readdir('/sys/fs/cgroup')
  const controllers = names.includes('cgroup.controllers') ? [''] : names
  for (const name of controllers) await mkdir(path.join('/sys/fs/cgroup', name, NAME)).catch(() => undefined)
}

const containerdSettings = (packages: string): string => `
version = 2
root = "${at('containerd', 'root')}"
state = "${at('containerd', 'state')}"
[grpc]
  address = "${CONTAINERD}"
[plugins."io.containerd.internal.v1.opt"]
  path = "${at('containerd', 'opt')}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  # A machine may lack the right to lower it.
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${path.join(packages, 'usr/lib/cni')}"
    conf_dir = "${at('cni')}"
`

const bridgeSettings = {
  cniVersion: '1.0.0',
  name: NAME,
  plugins: [
    {
      type: 'bridge',
      bridge: 'pods',
      isGateway: true,
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        ranges: [[{ subnet: NETWORK.pods }]],
        routes: [{ dst: '0.0.0.0/0' }],
        dataDir: at('addresses'),
      },
    },
  ],
}

const kubeletSettings = {
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: {
    anonymous: { enabled: false },
    webhook: { enabled: true },
    x509: { clientCAFile: path.join(PKI, 'ca.crt') },
  },
  authorization: { mode: 'Webhook' },
  tlsCertFile: path.join(PKI, 'node.crt'),
  tlsPrivateKeyFile: path.join(PKI, 'node.key'),
  cgroupDriver: 'cgroupfs',
  cgroupRoot: `/${NAME}`,
  oomScoreAdj: 0,
  enforceNodeAllocatable: ['pods'],
  failSwapOn: false,
  failCgroupV1: false,
  makeIPTablesUtilChains: false,
  containerRuntimeEndpoint: `unix://${CONTAINERD}`,
  clusterDNS: [NETWORK.names],
  clusterDomain: 'cluster.local',
  resolvConf: at('resolv.conf'),
  // The images cannot be fetched again, and the disk is that of the whole machine.
  imageGCHighThresholdPercent: 100,
  evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
  serializeImagePulls: false,
}

const proxySettings = {
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  mode: 'nftables',
  clientConnection: { kubeconfig: at('proxy.kubeconfig') },
  hostnameOverride: NODE_NAME,
  oomScoreAdj: 0,
  clusterCIDR: NETWORK.pods,
  // Limits of the whole machine.
  conntrack: { maxPerCore: 0, min: 0, tcpCloseWaitTimeout: '0s', tcpEstablishedTimeout: '0s' },
}

const nameServerSettings = `.:53 {
  bind ${NETWORK.node}
  errors
  kubernetes cluster.local in-addr.arpa {
    kubeconfig ${KUBECONFIG}
    pods insecure
  }
}
`

/** The Service of names, and a class of storage with volumes, made beforehand since nothing here makes them. */
async function objects(): Promise<object[]> {
  const volumes = []
  for (let index = 0; index < VOLUMES; index += 1) {
    const folder = at('volumes', String(index))
    await mkdir(folder, { recursive: true })
    volumes.push(volume(`local-${index}`, folder))
  }
  const ports = [
    { name: 'dns', port: 53, protocol: 'UDP' },
    { name: 'dns-tcp', port: 53, protocol: 'TCP' },
  ]
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'kube-dns', namespace: 'kube-system' },
      spec: { clusterIP: NETWORK.names, ports },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'kube-dns-1', namespace: 'kube-system', labels: { 'kubernetes.io/service-name': 'kube-dns' } },
      addressType: 'IPv4',
      ports,
      endpoints: [{ addresses: [NETWORK.node], conditions: { ready: true } }],
    },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'kubernetes.io/no-provisioner',
      // As those of small clusters: only when a pod uses it.
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    ...volumes,
  ]
}

/** Not a hostPath: those ignore the group of the pods' files. */
const volume = (name: string, folder: string): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    capacity: { storage: '1Ti' },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: 'standard',
    local: { path: folder },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [NODE_NAME] }] },
        ],
      },
    },
  },
})
