// The programs that a cluster is governed by: etcd, API server, controllers and scheduler.
import path from 'node:path'
import { PKI } from './certificates.ts'
import type { Machine } from './machine.ts'
import { FOLDER, NETWORK } from './places.ts'

const ETCD = 'http://127.0.0.1:12379'
const ETCD_PEERS = 'http://127.0.0.1:12380'
const pki = (name: string) => path.join(PKI, name)
const kubeconfig = (name: string) => path.join(FOLDER, `${name}.kubeconfig`)

/** The options of a program: `--name=value` each. */
const options = (given: Record<string, string | number | boolean>): string[] =>
  Object.entries(given).map(([name, value]) => `--${name}=${value}`)

export async function startControlPlane(machine: Machine): Promise<void> {
  await machine.start(
    'etcd',
    options({
      name: 'etcd',
      'data-dir': path.join(FOLDER, 'etcd'),
      'listen-client-urls': ETCD,
      'advertise-client-urls': ETCD,
      'listen-peer-urls': ETCD_PEERS,
      'initial-advertise-peer-urls': ETCD_PEERS,
      'initial-cluster': `etcd=${ETCD_PEERS}`,
      // A cluster of a test need not survive the machine.
      'unsafe-no-fsync': true,
      'log-level': 'warn',
    }),
  )
  await machine.start(
    'kube-apiserver',
    options({
      'etcd-servers': ETCD,
      'bind-address': '0.0.0.0',
      'secure-port': NETWORK.apiPort,
      'advertise-address': NETWORK.node,
      'service-cluster-ip-range': NETWORK.services,
      'authorization-mode': 'Node,RBAC',
      'enable-admission-plugins': 'NodeRestriction',
      'client-ca-file': pki('ca.crt'),
      'tls-cert-file': pki('apiserver.crt'),
      'tls-private-key-file': pki('apiserver.key'),
      'kubelet-client-certificate': pki('admin.crt'),
      'kubelet-client-key': pki('admin.key'),
      'kubelet-certificate-authority': pki('ca.crt'),
      // Otherwise it would look up the node's name.
      'kubelet-preferred-address-types': 'InternalIP',
      'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
      'service-account-key-file': pki('accounts.pub'),
      'service-account-signing-key-file': pki('accounts.key'),
    }),
  )
  await machine.waitFor('the API server', async () => (await machine.kubectl('get', '--raw', '/readyz')) === 'ok')
  await machine.start(
    'kube-controller-manager',
    options({
      ...clientOptions('controllers'),
      'bind-address': '127.0.0.1',
      'root-ca-file': pki('ca.crt'),
      'service-account-private-key-file': pki('accounts.key'),
      'use-service-account-credentials': true,
      'cluster-signing-cert-file': pki('ca.crt'),
      'cluster-signing-key-file': pki('ca.key'),
      'service-cluster-ip-range': NETWORK.services,
      'allocate-node-cidrs': false,
      'leader-elect': false,
    }),
  )
  await machine.start(
    'kube-scheduler',
    options({
      ...clientOptions('scheduler'),
      'bind-address': '127.0.0.1',
      'leader-elect': false,
    }),
  )
  await machine.waitFor('the controllers', async () =>
    Boolean(await machine.kubectl('get', 'serviceaccount', 'default', '--namespace', 'default')),
  )
}

const clientOptions = (name: string) => ({
  kubeconfig: kubeconfig(name),
  'authentication-kubeconfig': kubeconfig(name),
  'authorization-kubeconfig': kubeconfig(name),
})
