// Kubernetes itself for tests on a cluster: all its programs in one binary (scripts/kube), built once into the user's
// cache.
import path from 'node:path'
import { build, building, hashSources, type ProgramPlaces } from './programs.ts'

const SOURCES = path.join(import.meta.dirname, '..', 'kube')
/** As in scripts/kube/go.mod. */
export const KUBERNETES_VERSION = '1.33.13'
/** The names that the binary is called by. */
export const KUBE_PROGRAMS = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
  'kubectl',
  'coredns',
] as const

/** Without these the programs take themselves for a version 0.0.0, and helm refuses the cluster. */
const VERSION = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((name) => [
  `${name}.gitVersion=v${KUBERNETES_VERSION}`,
  `${name}.gitMajor=1`,
  `${name}.gitMinor=${KUBERNETES_VERSION.split('.')[1]}`,
  `${name}.gitTreeState=clean`,
])

/** @throws Error with a readable message if it cannot be built */
export async function findKube(places: ProgramPlaces): Promise<string> {
  return build(places, {
    title: 'Kubernetes (for tests on a cluster; five minutes on two cores)',
    file: `kube-${await hashSources(SOURCES, ['go.mod', 'go.sum', 'main.go'])}`,
    args: building(SOURCES, 'kube', VERSION),
  })
}
