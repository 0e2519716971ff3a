// The certificates by which the parts of the cluster know each other, and their files of settings.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { call, FOLDER, NETWORK, NODE_NAME } from './places.ts'

export const PKI = path.join(FOLDER, 'pki')
const at = (name: string) => path.join(PKI, name)

/** Who has a certificate: the name and group that Kubernetes takes it for, and the names of its server. */
const HOLDERS = [
  {
    file: 'apiserver',
    subject: '/CN=kube-apiserver',
    names: [
      'DNS:kubernetes.default.svc.cluster.local',
      'DNS:kubernetes.default.svc',
      'IP:127.0.0.1',
      `IP:${NETWORK.node}`,
      `IP:${NETWORK.api}`,
    ],
  },
  { file: 'admin', subject: '/O=system:masters/CN=admin', names: [] },
  { file: 'controllers', subject: '/CN=system:kube-controller-manager', names: [] },
  { file: 'scheduler', subject: '/CN=system:kube-scheduler', names: [] },
  {
    file: 'node',
    subject: `/O=system:nodes/CN=system:node:${NODE_NAME}`,
    names: [`DNS:${NODE_NAME}`, `IP:${NETWORK.node}`],
  },
  { file: 'proxy', subject: '/CN=system:kube-proxy', names: [] },
]

/** Makes an authority, a certificate of it for each part, and a file of settings for each that asks the API server. */
export async function writeCertificates(env: NodeJS.ProcessEnv): Promise<void> {
  await mkdir(PKI, { recursive: true, mode: 0o700 })
  const openssl = (...words: string[]) => call(env, 'openssl', ...words)
  const makeKey = (name: string) => openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', at(name))
  await makeKey('ca.key')
  await openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    at('ca.key'),
    '-subj',
    `/CN=authority`,
    '-days',
    '7',
    '-out',
    at('ca.crt'),
  )
  for (const { file, subject, names } of HOLDERS) {
    await makeKey(`${file}.key`)
    await openssl('req', '-new', '-key', at(`${file}.key`), '-subj', subject, '-out', at(`${file}.csr`))
    const extensions = [
      'extendedKeyUsage=serverAuth,clientAuth',
      ...(names.length ? [`subjectAltName=${names.join()}`] : []),
    ]
    await writeFile(at(`${file}.ext`), `${extensions.join('\n')}\n`)
    const authority = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '7']
    const files = ['-in', at(`${file}.csr`), '-extfile', at(`${file}.ext`), '-out', at(`${file}.crt`)]
    await openssl('x509', '-req', ...authority, ...files)
    await writeFile(path.join(FOLDER, `${file}.kubeconfig`), JSON.stringify(settingsOf(file)), { mode: 0o600 })
  }
  // Tokens of service accounts.
  await openssl('genrsa', '-out', at('accounts.key'), '2048')
  await openssl('rsa', '-in', at('accounts.key'), '-pubout', '-out', at('accounts.pub'))
}

const settingsOf = (file: string): object => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'cluster',
  clusters: [
    {
      name: 'cluster',
      cluster: { server: `https://${NETWORK.node}:${NETWORK.apiPort}`, 'certificate-authority': at('ca.crt') },
    },
  ],
  users: [{ name: file, user: { 'client-certificate': at(`${file}.crt`), 'client-key': at(`${file}.key`) } }],
  contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: file } }],
})
